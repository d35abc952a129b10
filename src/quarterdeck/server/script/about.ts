// What is this? One popover tells what a thing on the board is, and what a choice does and would
// change: when it is pointed at for a moment, has the focus, waits to be confirmed, or is pressed
// long with a finger. The texts are the game's; nothing here knows one.
import { all, find, onUpdate } from "./dom";
import { lineShown, spotsOf } from "./choices";
import { thingsAt } from "./gestures";
import { foretell } from "./previews";

interface Thing {
  name: string;
  text: string;
  rule: string;
}

/** What can be asked about: `at` is where it is, `key` tells it from others. */
interface Subject {
  key: string;
  at: Element;
  things: string[];
  choices: HTMLButtonElement[];
}

// Milliseconds before something that is pointed at is told of, the next one while the popover is open,
// before it closes, and until a finger has pressed long.
const PAUSE = 450;
const NEXT = 150;
const GRACE = 250;
const PRESS = 500;
// How far a finger may move meanwhile.
const SLIP = 10;
const GAP = 8;

let glossary: Promise<Record<string, Thing>> | null = null;
let shown: Subject | null = null;
let wanted: Subject | null = null;
let pinned = false;
let timer = 0;
let asking = new AbortController();
let pointer = { x: 0, y: 0 };

export function startAbout(): void {
  if (!box()) return;
  startPointing();
  startPressing();
  document.addEventListener("focusin", (event) => {
    const target = event.target instanceof Element && event.target.matches(":focus-visible") ? event.target : null;
    if (target && !box()?.contains(target)) want(subjectOf(target), PAUSE);
  });
  document.addEventListener("quarterdeck:armed", (event) => {
    const subject = subjectOf((event as CustomEvent<HTMLElement>).detail);
    if (subject) void show(subject, true);
  });
  document.addEventListener("quarterdeck:disarmed", () => hide());
  document.addEventListener("scroll", (event) => {
    if (!box()?.contains(event.target as Node)) hide();
  }, true);
  addEventListener("resize", () => hide());
  onUpdate(keep);
}

function box(): HTMLElement | null {
  return find<HTMLElement>("#about");
}

// What is meant

function subjectOf(target: Element | null): Subject | null {
  const choice = target?.closest<HTMLButtonElement>("#choose .choice, #spot-menu .choice");
  if (choice) return { key: `choice ${choice.value}`, at: choice, things: [], choices: [choice] };
  const board = target?.closest("#part-board");
  if (!target || !board) return null;
  const spot = target.closest<SVGElement>(".spot");
  const marked = target.closest<SVGElement>("[data-thing]") ?? find<SVGElement>("[data-thing]", spot ?? target);
  const open = spot?.classList.contains("open") ? (spot.dataset.spot ?? "") : "";
  const choices = open ? all<HTMLButtonElement>("#choose .choice").filter((each) => spotsOf(each).includes(open)) : [];
  const things = marked ? [marked.dataset.thing ?? ""] : open ? [...thingsAt(open), ...choices.flatMap(thingsOf)] : [];
  if (!things.length && !choices.length) return null;
  const at = spot && open ? (find(":scope > .hit", spot) ?? spot) : (marked ?? target);
  return { key: `${things[0] ?? ""} ${open}`, at, things: things.slice(0, 1), choices };
}

function thingsOf(choice: HTMLElement): string[] {
  return (choice.dataset.things ?? "").split(" ").filter(Boolean);
}

// When

function startPointing(): void {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || !(event.target instanceof Element)) return;
    if (box()?.contains(event.target)) {
      clearTimeout(timer);
      return;
    }
    const subject = subjectOf(event.target);
    hush(subject ? event.target : null);
    want(subject, shown ? NEXT : PAUSE);
  });
  document.addEventListener("pointermove", (event) => {
    pointer = { x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointerdown", (event) => {
    if (!(event.target instanceof Node) || !box()?.contains(event.target)) hide();
  });
}

/** Show something soon; nothing hides what is shown, unless that waits to be confirmed. */
function want(subject: Subject | null, pause: number): void {
  if (subject && subject.key === (wanted ?? shown)?.key) {
    if (!wanted) clearTimeout(timer);
    return;
  }
  clearTimeout(timer);
  wanted = subject;
  if (subject) timer = setTimeout(() => void show(subject), pause);
  else if (shown && !pinned) timer = setTimeout(hide, GRACE);
}

/** A finger that rests tells; it must not choose as well, nor move or pinch the board. */
function startPressing(): void {
  let start: PointerEvent | null = null;
  let waiting = 0;
  let told = false;
  const cancel = () => {
    clearTimeout(waiting);
    start = null;
  };
  document.addEventListener("pointerdown", (event) => {
    told = false;
    const second = start !== null;
    cancel();
    if (event.pointerType !== "touch" || second || !(event.target instanceof Element)) return;
    const subject = subjectOf(event.target);
    if (!subject) return;
    start = event;
    pointer = { x: event.clientX, y: event.clientY };
    waiting = setTimeout(() => {
      told = true;
      void show(subject);
    }, PRESS);
  });
  document.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLIP) cancel();
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, cancel);
  document.addEventListener("contextmenu", (event) => {
    if (told || start) event.preventDefault();
  });
  document.addEventListener(
    "click",
    (event) => {
      if (!told || (event.target instanceof Node && box()?.contains(event.target))) return;
      told = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

/** Go to the next thing on the board, or the one before, also where nothing can be chosen. */
export function walkThings(by: number): void {
  const seen = new Map<string, SVGElement>();
  for (const thing of all<SVGElement>("#part-board [data-thing]")) {
    const id = thing.dataset.thing ?? "";
    if (!seen.has(id) && thing.getBoundingClientRect().width > 0) seen.set(id, thing);
  }
  const ids = [...seen.keys()];
  const at = ids.indexOf(shown?.things[0] ?? "");
  const next = ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length];
  const thing = next === undefined ? undefined : seen.get(next);
  if (!thing || next === undefined) return;
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
  // Scrolling closes what was shown; this comes after it.
  setTimeout(() => void show({ key: `${next} `, at: thing, things: [next], choices: [] }, false, true), 60);
}

// What is told

async function show(subject: Subject, pin = false, walked = false): Promise<void> {
  const place = box();
  if (!place || find("dialog[open]") || !subject.at.isConnected) return;
  hide();
  [shown, wanted, pinned] = [subject, null, pin];
  asking = new AbortController();
  const { signal } = asking;
  const known = await (glossary ??= fetchThings());
  if (signal.aborted) return;
  const [only, other] = subject.choices;
  const parts = subject.things.flatMap((id) => (known[id] ? tellThing(known[id]) : []));
  const single = only && !other ? only : null;
  if (single) parts.push(...tellChoice(single, parts.length > 0));
  else if (other) parts.push(listChoices(subject.choices));
  if (!parts.length) {
    hide();
    return;
  }
  place.replaceChildren(...parts);
  place.hidden = false;
  if (walked) subject.at.classList.add("walked");
  put(place, subject.at);
  if (!single) return;
  const told = await foretell(single.value, signal);
  if (signal.aborted || !told) return;
  // From our own server, which escapes everything in it.
  place.insertAdjacentHTML("beforeend", told);
  put(place, subject.at);
}

/** Close the popover; false if it was not open. */
export function hide(): boolean {
  const place = box();
  const open = place !== null && !place.hidden;
  clearTimeout(timer);
  asking.abort();
  [shown, wanted, pinned] = [null, null, false];
  for (const thing of all(".walked")) thing.classList.remove("walked");
  if (place) place.hidden = true;
  return open;
}

async function fetchThings(): Promise<Record<string, Thing>> {
  const address = find<HTMLElement>("main")?.dataset.things;
  if (!address) return {};
  try {
    const answer = await fetch(address);
    return answer.ok ? ((await answer.json()) as Record<string, Thing>) : {};
  } catch {
    glossary = null;
    return {};
  }
}

function tellThing(thing: Thing): HTMLElement[] {
  const text = element("p", "", thing.text);
  text.append(" ", ruleLink(thing.rule));
  return [element("h2", "", thing.name), text];
}

function tellChoice(choice: HTMLButtonElement, named: boolean): HTMLElement[] {
  const label = [".label", ".cost > .unseen"].map((part) => find(part, choice)?.textContent ?? "").join(" ");
  const told = [element(named ? "h3" : "h2", "about-choice", label.trim())];
  const effect = find(".effect", choice)?.textContent ?? "";
  // A choice may say no more than the thing it uses, which has been told.
  if (effect && !named) told.push(element("p", "", effect));
  const risk = find(".risk", choice)?.textContent ?? "";
  if (risk) told.push(element("p", "about-risk", risk));
  return told;
}

function listChoices(choices: HTMLButtonElement[]): HTMLElement {
  const list = element("ul", "about-choices", "");
  for (const choice of choices.slice(0, 6)) {
    const words = [".label", ".cost > .unseen"].map((part) => find(part, choice)?.textContent ?? "");
    list.append(element("li", "", words.join(" ").trim()));
  }
  if (choices.length > 6) list.append(element("li", "", "…"));
  return list;
}

function ruleLink(rule: string): HTMLElement {
  const link = element("a", "rule", rule) as HTMLAnchorElement;
  link.href = `${find<HTMLElement>("main")?.dataset.rulebook ?? ""}#${rule}`;
  link.dataset.rules = "";
  return link;
}

function element(name: string, kind: string, text: string): HTMLElement {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

// Where: next to what is meant, entirely on the screen, and not on top of it if that can be helped.

function put(place: HTMLElement, at: Element): void {
  const around = boundsOf(at);
  const [width, height] = [place.offsetWidth, place.offsetHeight];
  const room = { width: document.documentElement.clientWidth, height: innerHeight };
  const fit = (start: number, size: number, most: number) => Math.max(GAP, Math.min(start, most - size - GAP));
  const [x, y] = [around.x + around.width / 2 - width / 2, around.y + around.height / 2 - height / 2];
  const sides = [
    { free: around.top - height - 2 * GAP, left: x, top: around.top - height - GAP },
    { free: room.height - around.bottom - height - 2 * GAP, left: x, top: around.bottom + GAP },
    { free: room.width - around.right - width - 2 * GAP, left: around.right + GAP, top: y },
    { free: around.left - width - 2 * GAP, left: around.left - width - GAP, top: y },
  ];
  // Over the list of choices it would hide the next one: there it stands at the side.
  if (at.matches(".choice")) sides.reverse();
  const best = sides.find((side) => side.free >= 0) ?? sides.reduce((a, b) => (b.free > a.free ? b : a));
  place.style.left = `${fit(best.left, width, room.width)}px`;
  place.style.top = `${fit(best.top, height, room.height)}px`;
}

/** Where something is; of what fills the screen, the place that was pointed at. */
function boundsOf(at: Element): DOMRect {
  const bounds = at.getBoundingClientRect();
  const large = bounds.width * bounds.height > 0.25 * innerWidth * innerHeight;
  return large ? new DOMRect(pointer.x - GAP, pointer.y - GAP, 2 * GAP, 2 * GAP) : bounds;
}

/** After an update: what is shown stays if it is still there and the question is the same. */
let line = "";
function keep(): void {
  hush(null);
  const same = line === lineShown();
  line = lineShown();
  if (shown && (!shown.at.isConnected || (shown.choices.length && !same))) hide();
}

// The names that pictures carry for screen readers would come up as tooltips over the popover.

const hushed = new Map<SVGTitleElement, string>();

function hush(target: Element | null): void {
  for (const [title, text] of hushed) if (!title.textContent) title.textContent = text;
  hushed.clear();
  for (let each = target; each && !each.matches("#part-board"); each = each.parentElement) {
    const title = find<SVGTitleElement>(":scope > title", each);
    if (!title?.textContent) continue;
    hushed.set(title, title.textContent);
    title.textContent = "";
  }
}
