// The board: open spots as buttons, and a menu where several choices meet.
import { all, find, onClick, onUpdate } from "./dom";
import { choose, hint, lineShown, spotsOf } from "./choices";
import { startFraming } from "./framing";
import { clearGhost, drawCellSpot, offers, pointAt, pointsAt, useGesture } from "./gestures";
import { Zoom } from "./zoom";

export function startBoard(): void {
  const pan = find<HTMLElement>("#pan");
  if (!pan) return;
  const zoom = new Zoom(pan, closeMenu);
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
    // Lifting a finger does not mean pointing elsewhere
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
    if (!stop) return;
    makeTabStop(stop);
    pointAt(spotOf(stop));
  });
  onClick("#spot-menu .choice", (button) => choose(button as HTMLButtonElement));
  // It grows when it asks to confirm, and the phone may be turned while it is open
  const resized = new ResizeObserver(placeMenu);
  for (const part of all("#spot-menu, .chart")) resized.observe(part);
}

// Spots: one tab stop for the whole board, arrows move between them. The outline of a spot is the
// button: text drawn inside the spot is not its name. The picture is shared by all readers who see
// the same; the list of choices says what is open to this one.

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
    const spot = findSpot(name) ?? addCellSpot(name);
    const said = offers.length > MOST_OFFERS ? [...offers.slice(0, MOST_OFFERS), "…"] : offers;
    if (spot) mark(spot, said.join("\n"));
  }
  const first = find<SVGElement>(`${STOPS}[tabindex="0"]`) ?? stops()[0];
  if (first) makeTabStop(first);
}

function findSpot(name: string): SVGGElement | null {
  return find<SVGGElement>(`#part-board [data-spot="${CSS.escape(name)}"]`);
}

/** Spots on cells are added only where they are open: a board has very many cells. */
function addCellSpot(name: string): SVGGElement | null {
  const made = drawCellSpot(name) as SVGGElement | null;
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

function makeTabStop(only: SVGElement): void {
  for (const stop of stops()) stop.setAttribute("tabindex", stop === only ? "0" : "-1");
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
  const next = nearest(stop, direction) ?? wrapAround(stop, direction);
  if (next) {
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function middle(stop: SVGElement): [number, number] {
  const box = stop.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest open spot in a direction; distance to the side counts double. */
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
function wrapAround(from: SVGElement, [dx, dy]: [number, number]): SVGElement | null {
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
  if (!menu) return;
  menu.replaceChildren(
    ...choices.map((choice) => {
      const copy = choice.cloneNode(true) as HTMLButtonElement;
      copy.removeAttribute("id");
      copy.type = "button";
      return copy;
    }),
  );
  menu.hidden = false;
  menu.dataset.spot = spot.dataset.spot ?? "";
  menu.dataset.line = lineShown();
  hint([menu.dataset.spot]);
  const [only] = all<HTMLButtonElement>(".choice", menu);
  // A single choice is armed at once: the next click confirms it.
  if (only && choices.length === 1) choose(only);
  placeMenu();
  if (byKey) only?.focus();
}

/** Put the menu below its spot or above it, entirely inside the chart. */
function placeMenu(): void {
  const menu = find<HTMLElement>("#spot-menu");
  const chart = menu?.parentElement;
  const spot = menu && findSpot(menu.dataset.spot ?? "");
  if (!menu || menu.hidden || !chart || !spot) return;
  const frame = chart.getBoundingClientRect();
  const at = (find<SVGGraphicsElement>(":scope > .hit", spot) ?? spot).getBoundingClientRect();
  const fits = (wanted: number, size: number, room: number) => Math.max(8, Math.min(wanted, room - size - 8));
  const below = at.bottom - frame.top + 6;
  const above = at.top - frame.top - menu.offsetHeight - 6;
  const top = below + menu.offsetHeight > frame.height && above > 0 ? above : below;
  menu.style.left = `${fits(at.x + at.width / 2 - frame.x - menu.offsetWidth / 2, menu.offsetWidth, chart.clientWidth)}px`;
  menu.style.top = `${fits(top, menu.offsetHeight, chart.clientHeight)}px`;
}

/** An update that leaves the choices alone, such as a chat message, leaves the menu alone too. */
function keepMenu(): void {
  const menu = find<HTMLElement>("#spot-menu");
  if (!menu || menu.hidden) return;
  if (menu.dataset.line === lineShown()) hint([menu.dataset.spot ?? ""]);
  else closeMenu();
}

/** Close the menu and give the focus back to its spot; false if no menu was open. */
export function closeMenu(): boolean {
  const menu = find<HTMLElement>("#spot-menu");
  if (!menu || menu.hidden) return false;
  const inside = menu.contains(document.activeElement);
  menu.hidden = true;
  if (inside) find<SVGElement>(`[data-spot="${CSS.escape(menu.dataset.spot ?? "")}"] > .hit[tabindex]`)?.focus();
  return true;
}

// Of several boards one is large: a tap on the picture of another brings that one up. A new
// question brings back the reader's own. The frame of a picture is the button: text drawn inside
// the picture is not its name.

let focus: string | null = null;
let asked = "";

function bringUp(which: string): void {
  focus = which;
  keepFocus();
  clearGhost();
}

function keepFocus(): void {
  const question = lineShown();
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
