// What has changed on a board: found by comparing two states of the picture, and marked on it.
import { all, find } from "./dom";
import { boxesOf } from "./picture";

// What the picture looks like; everything else is for scripts and readers.
const LOOKS = ["transform", "x", "y", "cx", "cy", "r", "width", "height", "d", "points", "href", "fill", "class"];
// Classes that the page's own script sets.
const OURS = new Set(["open", "hinted", "htmx-added", "htmx-swapping", "htmx-settling"]);
// Not drawn, or drawn by the page's own script.
const SKIPPED = "symbol, clipPath, title, desc, style, .hit, #cells, #ghost, #badges, #changes";
// What a reader takes for one thing.
const THINGS = ".piece, .spot, [data-thing]";
// In the board's own units: the margin around a mark. A mark that covers more than this share of the
// board says nothing, nor do more marks than this.
const MARGIN = 5;
const LARGEST = 0.12;
const MOST = 40;

/** The board as it stands, to be compared with what it becomes. */
export function copyBoard(): Element | null {
  return (find("#board")?.cloneNode(true) as Element | undefined) ?? null;
}

/** What is on the board that was not there, or not like this, in an earlier copy of it. */
export function findChanges(before: Element | null): Element[] {
  const now = find("#board");
  const found = new Set<Element>();
  if (before && now) compare(before, now, found);
  return [...found];
}

function compare(before: Element, now: Element, found: Set<Element>): void {
  if (now.matches(SKIPPED)) return;
  if (looks(before) !== looks(now) || ownText(before) !== ownText(now)) found.add(now);
  const rest = new Map<string, Element[]>();
  for (const child of before.children) {
    const key = child.id ? `#${child.id}` : child.tagName;
    rest.set(key, [...(rest.get(key) ?? []), child]);
  }
  for (const child of now.children) {
    const then = rest.get(child.id ? `#${child.id}` : child.tagName)?.shift();
    if (then) compare(then, child, found);
    else if (!child.matches(SKIPPED)) found.add(child);
  }
  const isGone = [...rest.values()].flat().some((child) => !child.matches(SKIPPED));
  if (isGone) found.add(now);
}

function looks(element: Element): string {
  return LOOKS.map((name) => {
    const value = element.getAttribute(name) ?? "";
    return name === "class" ? value.split(/\s+/).filter((word) => !OURS.has(word)).join(" ") : value;
  }).join("|");
}

function ownText(element: Element): string {
  return [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue?.trim() : "")).join("");
}

/** Draw marks of a kind around elements of the board, in place of those of this kind before. */
export function markChanges(kind: "flash" | "since", elements: Element[]): void {
  clearMarks(kind);
  const board = find<SVGSVGElement>("#board");
  if (!board || !elements.length) return;
  const whole = board.viewBox.baseVal;
  const most = LARGEST * whole.width * whole.height;
  const boxes: DOMRect[] = [];
  for (const element of elements) {
    const thing = element.closest(THINGS);
    const wider = thing ? boxesOf(thing) : [];
    const seen = wider.length && wider.every((box) => area(box) <= most) ? wider : boxesOf(element);
    for (const box of seen) if (area(box) <= most) add(boxes, box);
  }
  if (!boxes.length || boxes.length > MOST) return;
  const layer = document.createElementNS(board.namespaceURI, "g");
  layer.setAttribute("class", `changes ${kind}`);
  layer.setAttribute("aria-hidden", "true");
  for (const box of boxes) {
    const rect = document.createElementNS(board.namespaceURI, "rect");
    const place = { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN, rx: 8 };
    for (const [name, value] of Object.entries(place)) rect.setAttribute(name, value.toFixed(1));
    layer.append(rect);
  }
  overlay(board).append(layer);
}

/** The marks lie in a group of their own, on top of everything. */
function overlay(board: SVGSVGElement): Element {
  const known = find("#changes", board);
  if (known) return known;
  const made = document.createElementNS(board.namespaceURI, "g");
  made.id = "changes";
  board.append(made);
  return made;
}

export function clearMarks(kind: "flash" | "since"): void {
  for (const layer of all(`#changes > .${kind}`)) layer.remove();
}

function area(box: DOMRect): number {
  return box.width * box.height;
}

/** Add a box, unless one that is there holds it; those that it holds are gone. */
function add(boxes: DOMRect[], box: DOMRect): void {
  if (boxes.some((other) => holds(other, box))) return;
  const kept = boxes.filter((other) => !holds(box, other));
  boxes.splice(0, boxes.length, ...kept, box);
}

function holds(outer: DOMRect, inner: DOMRect): boolean {
  return outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom;
}
