// The keyboard's focus stays where it was. If what had it is replaced or gone, the nearest thing in
// its place gets it: the same choice, one of its group, the same spot or another one of the board,
// or the question. Where nothing is left, it waits next to the place and returns with it.
import { all, find, onUpdate } from "./dom";

/** Where the focus was, in words that still mean something when everything there is new. */
interface Home {
  id: string;
  // The part of the page, and how many others came before it there.
  part: string;
  at: number;
  // Of a choice: its group, and the others there, the nearest first.
  group: string | null;
  others: string[];
  // A spot of the board.
  spot: string | null;
  isVisible: boolean;
}

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
const PARTS = "[id^='part-'], dialog, #menu";
const SPOTS = "#part-board .spot.open > .hit";

let home: Home | null = null;
// Where the page has put the focus because nothing was left of its home.
let parked: Element | null = null;

export function startFocus(): void {
  document.addEventListener("htmx:before:swap", holdFocus);
  onUpdate(keepFocus);
}

/** Remember where the focus is, before something is replaced. */
export function holdFocus(): void {
  const now = document.activeElement;
  if (parked && now === parked) return;
  parked = null;
  home = now && !isLost(now) ? describe(now) : null;
}

/** After something was replaced: give the focus back, if it was lost or can return. */
function keepFocus(): void {
  if (!home) return;
  const now = document.activeElement;
  const isParked = parked !== null && now === parked;
  if (!isLost(now) && !isParked) return;
  const place = findPlace(home);
  if (place && place !== now && give(place)) parked = null;
  else if (!isParked) park(home);
}

function park(from: Home): void {
  const place = (from.spot !== null && find("#pan")) || (from.part === "part-coach" && find("#coach-words")) || find("#ask");
  parked = place && give(place) ? place : null;
  // A pointer does not need to be led back.
  if (!from.isVisible) home = null;
}

function isLost(element: Element | null): boolean {
  return !element || element === document.body || !element.isConnected || !isSeen(element);
}

function isSeen(element: Element): boolean {
  return element.checkVisibility?.() ?? true;
}

function give(place: Element): boolean {
  (place as HTMLElement | SVGElement).focus({ preventScroll: true });
  return document.activeElement === place;
}

function describe(element: Element): Home {
  const part = element.closest(PARTS);
  const group = element.matches("#choose .choice") ? element.closest("fieldset") : null;
  const choices = group ? all(".choice", group) : [];
  const at = choices.indexOf(element);
  const menu = element.closest<HTMLElement>("#spot-menu");
  return {
    id: element.id,
    part: part?.id ?? "",
    at: part ? reachable(part).indexOf(element) : 0,
    group: group ? titleOf(group) : null,
    others: [...choices.slice(at + 1), ...choices.slice(0, Math.max(at, 0)).reverse()].map((choice) => choice.id),
    spot: menu ? (menu.dataset.spot ?? "") : (element.closest<SVGElement>("#part-board .spot")?.dataset.spot ?? null),
    isVisible: element.matches(":focus-visible"),
  };
}

function titleOf(group: Element): string {
  return find("legend", group)?.textContent ?? "";
}

function reachable(part: Element): Element[] {
  return all(FOCUSABLE, part).filter((each) => isSeen(each) && !each.matches("[tabindex='-1']"));
}

function findPlace(from: Home): Element | null {
  if (from.spot !== null) {
    const same = find(`#part-board .spot.open[data-spot="${CSS.escape(from.spot)}"] > .hit`);
    return same ?? find(`${SPOTS}[tabindex="0"]`) ?? find(SPOTS);
  }
  const same = from.id ? document.getElementById(from.id) : null;
  if (same?.matches(FOCUSABLE)) return unfold(same);
  if (!from.isVisible) return null;
  if (from.group !== null) return findInGroup(from.group, from.others);
  const part = document.getElementById(from.part);
  // What the coach says next is read before what can be done about it.
  if (!part || from.part === "part-choices" || from.part === "part-coach") return null;
  const left = reachable(part);
  return left[Math.min(Math.max(from.at, 0), left.length - 1)] ?? (part.matches("[tabindex]") ? part : null);
}

function findInGroup(title: string, others: string[]): Element | null {
  const group = all("#choose fieldset").find((each) => titleOf(each) === title);
  if (!group) return null;
  const choices = all(".choice", group);
  const known = others.flatMap((id) => choices.filter((choice) => choice.id === id));
  const next = known[0] ?? choices[0];
  return next ? unfold(next) : null;
}

/** What is folded cannot have the focus: what unfolds it can. */
function unfold(element: Element): Element | null {
  if (isSeen(element)) return element;
  const fold = find("summary", element.closest("details:not([open])") ?? document.createElement("p"));
  return fold && isSeen(fold) ? fold : null;
}
