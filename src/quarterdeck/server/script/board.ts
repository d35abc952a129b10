// The board: open spots as buttons, a menu where several choices meet, zoom and pan.
import { all, find, onClick, onUpdate } from "./dom";
import { choose, hint, lineShown, spotsOf } from "./choices";
import { nearPart, startFraming } from "./framing";
import { cellSpot, clearGhost, offers, pointAt, pointsAt, useGesture } from "./gestures";

const FARTHEST = 1;
const NEAREST = 5;

export function startBoard(): void {
  const pan = find<HTMLElement>("#pan");
  if (!pan) return;
  const zoom = new Zoom(pan);
  onClick("[data-zoom]", (button) => zoom.command(button.dataset.zoom ?? ""));
  document.addEventListener("quarterdeck:zoom", (event) => zoom.command((event as CustomEvent<string>).detail));
  if (find("#spot-menu")) startSpots(pan, zoom);
  // After the spots: it looks for those that are open.
  startFraming(pan, (part) => zoom.show(part));
}

function startSpots(pan: HTMLElement, zoom: Zoom): void {
  markSpots();
  keepFocus();
  onUpdate(() => {
    markSpots();
    keepFocus();
    keepMenu();
  });
  onClick(".focus[data-focus]", (thumb) => bringUp(thumb.dataset.focus ?? ""));
  pan.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") pointAt(spotOf(event.target));
  });
  pan.addEventListener("pointerleave", (event) => {
    // A finger that is lifted has not gone away
    if (event.pointerType !== "touch") clearGhost();
  });
  pan.addEventListener("click", (event) => {
    if (zoom.dragged) return;
    const spot = event.target instanceof Element ? event.target.closest<SVGGElement>(".spot.open") : null;
    if (spot) useSpot(spot);
    else {
      closeMenu();
      clearGhost();
    }
  });
  pan.addEventListener("keydown", (event) => moveBetweenSpots(event));
  document.addEventListener("focusin", (event) => {
    const stop = event.target instanceof SVGElement && event.target.matches(STOPS) ? event.target : null;
    held = spotOf(stop);
    if (!stop) return;
    steady(stop);
    pointAt(held);
  });
  onClick("#spot-menu .choice", (button) => choose(button as HTMLButtonElement));
}

// Spots: one tab stop for the whole board, arrows move between them. The outline of a spot is the
// button: what is written inside the spot is not its name. The picture is the same for everybody who
// sees the same; what is open to this reader is what the list of choices says.

// The spot that has, or had, the focus.
let held: string | null = null;
const STOPS = "#part-board .spot.open > .hit";
// A spot names this many of its choices; the list has them all.
const MOST_OFFERS = 5;

function stops(): SVGElement[] {
  return all<SVGElement>(STOPS);
}

/** What can be done at each open spot, in words. */
function openSpots(): Map<string, string[]> {
  const open = new Map<string, string[]>();
  const add = (spot: string, offer: string) => open.set(spot, [...(open.get(spot) ?? []), offer]);
  for (const button of all<HTMLButtonElement>("#choose .choice")) {
    const words = all(".label, .cost > .unseen", button).map((part) => part.textContent);
    for (const spot of spotsOf(button)) add(spot, words.join(" "));
  }
  for (const [spot, offer] of offers()) add(spot, offer);
  return open;
}

function markSpots(): void {
  const open = openSpots();
  for (const stop of all<SVGElement>("#part-board .hit[tabindex]")) {
    if (!open.has(stop.parentElement?.dataset.spot ?? "")) close(stop);
  }
  for (const [name, offers] of open) {
    const spot = find<SVGGElement>(`#part-board [data-spot="${CSS.escape(name)}"]`) ?? onCell(name);
    const said = offers.length > MOST_OFFERS ? [...offers.slice(0, MOST_OFFERS), "…"] : offers;
    if (spot) mark(spot, said.join("\n"));
  }
  const first = find<SVGElement>(`${STOPS}[tabindex="0"]`) ?? stops()[0];
  if (first) steady(first);
  if (held !== null && document.activeElement === document.body) {
    find<SVGElement>(`#part-board [data-spot="${CSS.escape(held)}"].open > .hit`)?.focus({ preventScroll: true });
  }
}

/** Spots of cells are made where they are open: a board has very many cells. */
function onCell(name: string): SVGGElement | null {
  const made = cellSpot(name) as SVGGElement | null;
  if (made) find("#cells")?.append(made);
  return made;
}

function mark(spot: SVGGElement, offers: string): void {
  spot.classList.add("open");
  const stop = find<SVGElement>(":scope > .hit", spot);
  stop?.setAttribute("role", "button");
  stop?.setAttribute("aria-label", offers);
  if (stop && !stop.hasAttribute("tabindex")) stop.setAttribute("tabindex", "-1");
  const title = find<SVGTitleElement>(":scope > title", spot);
  if (!title) return;
  const about = (title.dataset.about ??= title.textContent ?? "");
  title.textContent = about ? `${about}\n${offers}` : offers;
}

function close(stop: SVGElement): void {
  const spot = stop.parentElement;
  if (!spot || spot.parentElement?.id === "cells") {
    spot?.remove();
    return;
  }
  spot.classList.remove("open");
  for (const name of ["tabindex", "role", "aria-label"]) stop.removeAttribute(name);
  const title = find<SVGTitleElement>(":scope > title", spot);
  if (title?.dataset.about !== undefined) title.textContent = title.dataset.about;
}

function steady(held: SVGElement): void {
  for (const stop of stops()) stop.setAttribute("tabindex", stop === held ? "0" : "-1");
}

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function moveBetweenSpots(event: KeyboardEvent): void {
  const stop = event.target;
  const thumb = stop instanceof SVGElement ? stop.closest<SVGGElement>(".focus[data-focus]") : null;
  if (thumb && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    bringUp(thumb.dataset.focus ?? "");
    return;
  }
  if (!(stop instanceof SVGElement) || !stop.matches(STOPS)) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    useSpot(stop.parentElement as unknown as SVGGElement, true);
    return;
  }
  const direction = DIRECTIONS[event.key];
  if (!direction) return;
  event.preventDefault();
  const next = nearest(stop, direction) ?? around(stop, direction);
  if (next) {
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function middle(stop: SVGElement): [number, number] {
  const box = stop.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The open spot that lies nearest in a direction; going aside counts double. */
function nearest(from: SVGElement, [dx, dy]: [number, number]): SVGElement | null {
  const [x, y] = middle(from);
  let best: SVGElement | null = null;
  let least = Infinity;
  for (const stop of stops()) {
    const [sx, sy] = middle(stop);
    const ahead = (sx - x) * dx + (sy - y) * dy;
    const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    if (stop === from || ahead <= 1) continue;
    if (ahead + 2 * aside < least) [best, least] = [stop, ahead + 2 * aside];
  }
  return best;
}

/** At the edge of the board arrows go through all spots in order, so that none is out of reach. */
function around(from: SVGElement, [dx, dy]: [number, number]): SVGElement | null {
  const open = stops();
  const step = dx + dy > 0 ? 1 : -1;
  return open[(open.indexOf(from) + step + open.length) % open.length] ?? null;
}

// What can be done at a spot.

function choicesAt(name: string): HTMLButtonElement[] {
  return all<HTMLButtonElement>("#choose .choice").filter((button) => spotsOf(button).includes(name));
}

function spotOf(target: EventTarget | null): string | null {
  const spot = target instanceof Element ? target.closest<SVGGElement>(".spot.open") : null;
  return spot?.dataset.spot ?? null;
}

function useSpot(spot: SVGGElement, byKey = false): void {
  if (pointsAt(spot.dataset.spot ?? "")) {
    useGesture(spot.dataset.spot ?? "");
    return;
  }
  const choices = choicesAt(spot.dataset.spot ?? "");
  const [only] = choices;
  if (!only) return;
  if (choices.length === 1 && only.dataset.final === undefined) {
    choose(only);
    return;
  }
  openMenu(spot, choices, byKey);
}

function openMenu(spot: SVGGElement, choices: HTMLButtonElement[], byKey: boolean): void {
  const menu = find<HTMLElement>("#spot-menu");
  const chart = menu?.parentElement;
  if (!menu || !chart) return;
  menu.replaceChildren(
    ...choices.map((choice) => {
      const copy = choice.cloneNode(true) as HTMLButtonElement;
      copy.removeAttribute("id");
      copy.type = "button";
      return copy;
    }),
  );
  menu.hidden = false;
  const frame = chart.getBoundingClientRect();
  const at = (find<SVGGraphicsElement>(":scope > .hit", spot) ?? spot).getBoundingClientRect();
  const fits = (wanted: number, size: number, room: number) => Math.max(8, Math.min(wanted, room - size - 8));
  const below = at.bottom - frame.top + 6;
  const above = at.top - frame.top - menu.offsetHeight - 6;
  const top = below + menu.offsetHeight > frame.height && above > 0 ? above : below;
  menu.style.left = `${fits(at.x + at.width / 2 - frame.x - menu.offsetWidth / 2, menu.offsetWidth, frame.width)}px`;
  menu.style.top = `${fits(top, menu.offsetHeight, frame.height)}px`;
  menu.dataset.spot = spot.dataset.spot ?? "";
  menu.dataset.line = lineShown();
  hint([menu.dataset.spot]);
  const [only] = all<HTMLButtonElement>(".choice", menu);
  // A single choice stands ready: the next click confirms it.
  if (only && choices.length === 1) choose(only);
  if (byKey) only?.focus();
}

/** News that changes nothing about the choices, like a word in the chat, leaves the menu alone. */
function keepMenu(): void {
  const menu = find<HTMLElement>("#spot-menu");
  if (!menu || menu.hidden) return;
  if (menu.dataset.line === lineShown()) hint([menu.dataset.spot ?? ""]);
  else closeMenu();
}

/** Whether there was a menu to close; the focus goes back to its spot. */
export function closeMenu(): boolean {
  const menu = find<HTMLElement>("#spot-menu");
  if (!menu || menu.hidden) return false;
  const inside = menu.contains(document.activeElement);
  menu.hidden = true;
  if (inside) find<SVGElement>(`[data-spot="${CSS.escape(menu.dataset.spot ?? "")}"] > .hit[tabindex]`)?.focus();
  return true;
}

// Of several boards one is large: a tap on the picture of another brings that one up. A new
// question brings the own one back. The frame of a picture is the button: what is written inside
// the picture is not its name.

let focus: string | null = null;
let asked = "";

function bringUp(which: string): void {
  focus = which;
  keepFocus();
  clearGhost();
}

function keepFocus(): void {
  const question = find<HTMLInputElement>("#choose input[name=expected]")?.value ?? "";
  if (question && question !== asked) focus = null;
  asked = question;
  const board = find<SVGSVGElement>("#board");
  const own = find<SVGGElement>("[data-large]", board ?? document)?.dataset.large;
  if (!board || own === undefined) return;
  for (const thumb of all<SVGGElement>("[data-focus]", board)) {
    const frame = find<SVGRectElement>(":scope > rect", thumb);
    frame?.setAttribute("role", "button");
    frame?.setAttribute("tabindex", "0");
    frame?.setAttribute("aria-label", thumb.getAttribute("aria-label") ?? "");
    frame?.setAttribute("aria-pressed", String(thumb.dataset.focus === (focus ?? own)));
  }
  for (const use of all<SVGUseElement>("[data-focus-href]", board)) {
    use.setAttribute("href", `${use.dataset.focusHref}${focus ?? own}`);
  }
  if (focus === null || focus === own) delete board.dataset.focus;
  else board.dataset.focus = focus;
}

// Zoom and pan: the sheet grows inside a scrolling frame.

class Zoom {
  dragged = false;
  private level = 1;
  private readonly touches = new Map<number, { x: number; y: number }>();

  constructor(private readonly pan: HTMLElement) {
    const box = find<SVGSVGElement>("svg", pan)?.viewBox.baseVal;
    if (box?.height) pan.style.setProperty("--aspect", String(box.width / box.height));
    pan.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    pan.addEventListener("dblclick", (event) => this.doubleClick(event));
    pan.addEventListener("pointerdown", (event) => this.press(event));
    pan.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
      pan.addEventListener(end, (event) => this.release(event));
    }
  }

  command(what: string): void {
    const near = nearPart();
    if (what === "fit" && this.level === FARTHEST && near) {
      this.show(near);
      return;
    }
    const box = this.pan.getBoundingClientRect();
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    const factor = what === "in" ? 1.35 : what === "out" ? 1 / 1.35 : 0;
    this.set(this.level * factor, ...middle);
  }

  /** Bring up a part of the board, given in its own measure, as large as it fits. */
  show(part: DOMRect): void {
    const board = find<SVGSVGElement>("svg", this.pan);
    const measure = board?.viewBox.baseVal;
    if (!board || !measure) return;
    const room = this.pan.getBoundingClientRect();
    const whole = Math.min(room.width / measure.width, room.height / measure.height);
    this.set(Math.min(room.width / part.width, room.height / part.height) / whole, room.x, room.y);
    const sheet = board.getBoundingClientRect();
    const unit = sheet.width / measure.width;
    this.pan.scrollLeft += sheet.x + (part.x + part.width / 2) * unit - (room.x + room.width / 2);
    this.pan.scrollTop += sheet.y + (part.y + part.height / 2) * unit - (room.y + room.height / 2);
  }

  private set(wanted: number, x: number, y: number): void {
    const sheet = this.pan.firstElementChild;
    if (!sheet) return;
    const level = Math.max(FARTHEST, Math.min(NEAREST, wanted));
    const before = sheet.getBoundingClientRect();
    const [fx, fy] = [(x - before.x) / before.width, (y - before.y) / before.height];
    this.level = level;
    this.pan.style.setProperty("--zoom", String(level));
    this.pan.classList.toggle("near", level > 1);
    const after = sheet.getBoundingClientRect();
    this.pan.scrollLeft += after.x + fx * after.width - x;
    this.pan.scrollTop += after.y + fy * after.height - y;
    closeMenu();
  }

  private wheel(event: WheelEvent): void {
    // Over a place where something can be put down the wheel turns it
    if (event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    this.set(this.level * Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  private doubleClick(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest(".spot.open")) return;
    this.set(this.level > 1 ? FARTHEST : 2.4, event.clientX, event.clientY);
  }

  private press(event: PointerEvent): void {
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = false;
  }

  private move(event: PointerEvent): void {
    const last = this.touches.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...this.touches].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (other) {
      const grown = distance(now, other) / Math.max(1, distance(last, other));
      this.set(this.level * grown, (now.x + other.x) / 2, (now.y + other.y) / 2);
      this.dragged = true;
    } else if (this.dragged || distance(now, last) > 4) {
      // A finger scrolls by itself.
      if (this.level > 1 && event.pointerType === "mouse") {
        this.pan.scrollLeft -= now.x - last.x;
        this.pan.scrollTop -= now.y - last.y;
        this.pan.classList.add("grabbed");
      }
      this.dragged = true;
    } else {
      return;
    }
    this.touches.set(event.pointerId, now);
  }

  private release(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    this.pan.classList.remove("grabbed");
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
