// Gestures: several choices made by pointing once. A ghost shows what would be put down or which way
// a ship would sail; turning goes from one gesture that starts at a spot to the next. The server
// lists them all, so nothing here decides what is open.
import { all, find, onClick, onUpdate } from "./dom";
import { choose, lineShown } from "./choices";
import { isOn } from "./device";
import { foretell } from "./previews";

interface Gesture {
  choices: string[];
  label: string;
  spot: string;
  covers: string[];
  passes: boolean;
  turn: number;
  badge: string;
  final: boolean;
  things: string[];
}

const SVG = "http://www.w3.org/2000/svg";

let bySpot = new Map<string, Gesture[]>();
let offered = "";
let turn = 0;
let pointed: string | null = null;
// A finger cannot point before it taps, and what cannot be taken back must be confirmed: in both
// cases the first tap shows the gesture and the second one makes it. An update that leaves the
// question alone must not undo the first tap, so it is remembered by what it would do.
let tapped: string | null = null;
let touching = false;

export function startGestures(): void {
  const pan = find<HTMLElement>("#pan");
  if (!pan || !find("#part-choices")) return;
  read();
  onUpdate(read);
  onClick("[data-turn-shape]", () => turnShape(1));
  onClick("#place", makePointed);
  pan.addEventListener("pointerdown", (event) => {
    touching = event.pointerType === "touch";
  });
  pan.addEventListener(
    "wheel",
    (event) => {
      const several = pointed !== null && (bySpot.get(pointed)?.length ?? 0) > 1;
      if (!several || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      turnShape(event.deltaY > 0 ? 1 : -1);
    },
    { passive: false },
  );
}

function read(): void {
  const text = find("#gestures")?.textContent ?? "[]";
  // How one thing was turned says nothing about the next
  if (text !== offered) turn = 0;
  offered = text;
  bySpot = new Map();
  for (const gesture of JSON.parse(text) as Gesture[]) {
    bySpot.set(gesture.spot, [...(bySpot.get(gesture.spot) ?? []), gesture]);
  }
  drawBadges();
  if (pointed !== null && bySpot.has(pointed)) show();
  else clearGhost();
}

/** What can be done by pointing, in words, by spot. */
export function* offers(): Generator<[string, string]> {
  for (const [spot, gestures] of bySpot) for (const gesture of gestures) yield [spot, gesture.label];
}

/** The things that pointing at this spot would use. */
export function thingsAt(spot: string): string[] {
  return (bySpot.get(spot) ?? []).flatMap((gesture) => gesture.things);
}

/** Whether something can be done by pointing at this spot. */
export function pointsAt(spot: string): boolean {
  return bySpot.has(spot);
}

export function pointAt(spot: string | null): void {
  if (spot === pointed) return;
  if (spot === null || !bySpot.has(spot)) {
    clearGhost();
    return;
  }
  pointed = spot;
  tapped = null;
  show();
}

/** The panel knows whether something is pointed at: only then can it be turned. */
function markPointing(): void {
  find("#pointing")?.toggleAttribute("data-at", pointed !== null);
}

export function clearGhost(): void {
  pointed = null;
  tapped = null;
  markPointing();
  ghost()?.replaceChildren();
  tellAhead(null);
  offerPlacing(false);
  const line = find<HTMLElement>("#pointed");
  if (line && line.dataset.said !== undefined) line.innerHTML = line.dataset.said;
}

/** Turn what would be put down; only the ways in which it fits are shown. */
export function turnShape(by: number): void {
  const fitting = pointed === null ? [...bySpot.values()].flat() : (bySpot.get(pointed) ?? []);
  const turns = [...new Set(fitting.map((gesture) => gesture.turn))].sort((a, b) => a - b);
  if (turns.length < 2) return;
  const at = turns.indexOf(pointed === null ? turn : (current()?.turn ?? turn));
  turn = turns[(at + by + turns.length) % turns.length] ?? 0;
  const gesture = current();
  // What was to be confirmed still is, turned
  tapped = tapped !== null && gesture ? nameOf(gesture) : null;
  show();
}

/** A name for a gesture: what it does, and at which line of the table's story. */
function nameOf(gesture: Gesture): string {
  return `${lineShown()} ${gesture.choices.join("; ")}`;
}

function current(): Gesture | null {
  const here = pointed === null ? [] : (bySpot.get(pointed) ?? []);
  return here.find((gesture) => gesture.turn === turn) ?? here[0] ?? null;
}

/** Make the gesture at a spot, or first show what it would do. */
export function useGesture(spot: string): void {
  pointed = spot;
  const gesture = current();
  const button = find<HTMLButtonElement>("#gesture");
  if (!gesture || !button) return;
  const mustConfirm = touching || (gesture.final && isOn("confirm"));
  const shown = tapped === nameOf(gesture);
  if (mustConfirm) tapped = nameOf(gesture);
  show();
  if (mustConfirm && !shown) return;
  makePointed();
}

function makePointed(): void {
  const gesture = current();
  const button = find<HTMLButtonElement>("#gesture");
  if (!gesture || !button) return;
  button.value = gesture.choices.join("; ");
  offerPlacing(false);
  choose(button);
}

/** Buttons that make or turn what a first tap has shown. */
function offerPlacing(shown: boolean): void {
  const box = find<HTMLElement>("#placing");
  const turning = find<HTMLElement>("#place-turn");
  if (!box || !turning) return;
  box.hidden = !shown;
  turning.hidden = new Set((bySpot.get(pointed ?? "") ?? []).map((gesture) => gesture.turn)).size < 2;
}

// Drawing. The board says where its cells are: the corner of the first and the size of each; spots
// of cells are named by column letter and row number, or by the numbers of row and column. Spots of
// other shapes carry the point at which a route passes through them. A board may also have a picture
// ready for each piece of what is put down, or for the whole in each of its turns.

function ghost(): SVGGElement | null {
  return find<SVGGElement>("#ghost");
}

function grid(): { x: number; y: number; size: number } | null {
  const { cellX, cellY, cell } = find<SVGSVGElement>("#board")?.dataset ?? {};
  return cell ? { x: Number(cellX), y: Number(cellY), size: Number(cell) } : null;
}

function corner(spot: string): [number, number] | null {
  const at = grid();
  const [, letter, down] = /^cell-([A-Z])(\d+)$/.exec(spot) ?? [];
  const [, row, column] = /^cell-r(\d+)c(\d+)$/.exec(spot) ?? [];
  if (!at || !(letter || row)) return null;
  const x = letter ? letter.charCodeAt(0) - 65 : Number(column) - 1;
  return [at.x + x * at.size, at.y + (Number(down ?? row) - 1) * at.size];
}

type Point = readonly [number, number];

function parsePoint(text: string | undefined): Point | null {
  const [x, y] = text?.split(" ").map(Number) ?? [];
  return x === undefined || y === undefined ? null : [x, y];
}

function spotData(spot: string): DOMStringMap {
  return find<SVGElement>(`[data-spot="${CSS.escape(spot)}"]`)?.dataset ?? {};
}

/** Where a route passes through a spot. */
function pointOn(spot: string): Point | null {
  const cell = corner(spot);
  const half = (grid()?.size ?? 0) / 2;
  return parsePoint(spotData(spot).middle) ?? (cell && [cell[0] + half, cell[1] + half]);
}

/** Where a route starts: at the piece that moves, if the board names it, or at the spot pointed at. */
function startOf(gesture: Gesture): Point | null {
  const moving = parsePoint(find<SVGElement>("#board [data-from]")?.dataset.from);
  if (moving) return moving;
  if (corner(gesture.spot) || gesture.covers.includes(gesture.spot)) return null;
  const box = frame(gesture.spot);
  return box && [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}

/** The frame of a spot that is no cell, in the board's own units: left, top, right, bottom. */
function frame(spot: string): [number, number, number, number] | null {
  const box = find<SVGElement>(`[data-spot="${CSS.escape(spot)}"] > .hit`)?.getBoundingClientRect();
  const back = find<SVGSVGElement>("#board")?.getScreenCTM()?.inverse();
  if (!box || !back) return null;
  const start = new DOMPoint(box.left, box.top).matrixTransform(back);
  const end = new DOMPoint(box.right, box.bottom).matrixTransform(back);
  return [start.x, start.y, end.x, end.y];
}

/** Draw a spot on a cell: the board need not have done so. */
export function drawCellSpot(spot: string): SVGElement | null {
  const at = corner(spot);
  const size = grid()?.size;
  if (!at || !size) return null;
  const made = element("g", { id: `spot-${spot}`, "data-spot": spot, class: "spot" });
  const side = { width: size - 4, height: size - 4, rx: size / 9 };
  const outline = element("rect", { class: "hit", x: at[0] + 2, y: at[1] + 2, ...side });
  made.append(element("title", {}), outline);
  // What stands there explains itself on the spot as well.
  const thing = all<SVGElement>(`#board [data-cells~="${spot.slice("cell-".length)}"]`).at(-1);
  if (thing?.dataset.thing) made.dataset.thing = thing.dataset.thing;
  return made;
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function show(): void {
  const gesture = current();
  markPointing();
  const place = ghost();
  const at = grid();
  if (!gesture || !place || !at) return;
  const corners = gesture.covers.map(corner).filter((each) => each !== null);
  const half = at.size / 2;
  if (gesture.passes) {
    const passed = gesture.covers.map(pointOn).filter((each) => each !== null);
    const [cx, cy] = passed.at(-1) ?? [0, 0];
    const from = startOf(gesture);
    const points = from ? [from, ...passed] : passed;
    const route = [
      element("polyline", { class: "ghost-way", points: points.map((each) => each.join()).join(" ") }),
      element("circle", { class: "ghost-end", cx, cy, r: Math.min(half * 0.8, 32) }),
    ];
    place.replaceChildren(...(passed.length ? route : []));
  } else {
    const { piece, turned } = place.dataset;
    const picture = (number: number) => (turned ? `#${turned}${gesture.turn}` : `#${piece}${number}`);
    place.replaceChildren(
      ...corners.flatMap(([x, y], number) => [
        element("rect", {
          class: number ? "ghost-cell" : "ghost-cell first",
          x: x + 2,
          y: y + 2,
          width: at.size - 4,
          height: at.size - 4,
          rx: at.size / 7,
        }),
        ...(piece || turned ? [element("use", { href: picture(number), x: x + half, y: y + half })] : []),
      ]),
    );
  }
  const sure = tapped === nameOf(gesture) ? ` · ${find<HTMLElement>("main")?.dataset.confirm ?? ""}` : "";
  say(gesture.label + sure);
  offerPlacing(tapped === nameOf(gesture));
  tellAhead(gesture);
}

// What the gesture would change is told below its name, once it has been pointed at for a moment.

const PAUSE = 300;
let ahead = "";
let telling = new AbortController();

function tellAhead(gesture: Gesture | null): void {
  const place = find<HTMLElement>("#foretold");
  const choices = gesture?.choices.join("; ") ?? "";
  const name = gesture ? nameOf(gesture) : "";
  if (!place || (name === ahead && (!name || place.hasChildNodes()))) return;
  ahead = name;
  telling.abort();
  place.replaceChildren();
  if (!choices) return;
  const { signal } = (telling = new AbortController());
  setTimeout(() => {
    if (!signal.aborted) void foretell(choices, signal).then((told) => !signal.aborted && (place.innerHTML = told));
  }, PAUSE);
}

function say(text: string): void {
  const line = find<HTMLElement>("#pointed");
  if (!line) return;
  line.dataset.said ??= line.innerHTML;
  line.textContent = text;
}

function badges(): SVGElement | null {
  const found = find<SVGGElement>("#badges");
  if (found) return found;
  const made = element("g", { id: "badges" });
  ghost()?.before(made);
  return made;
}

function drawBadges(): void {
  const at = grid();
  const place = at && badges();
  if (!place) return;
  // Where several start, pointing brings up the first
  const drawn = [...bySpot.values()].flatMap(([first]) => (first?.badge ? [first] : []));
  place.replaceChildren(
    ...drawn.map((gesture) => {
      const [x, y] = corner(gesture.spot) ?? [0, 0];
      const [, , right, bottom] = frame(gesture.spot) ?? [0, 0, x + at.size, y + at.size];
      const [tx, ty] = parsePoint(spotData(gesture.spot).badge) ?? [right - 3, bottom - 4];
      const text = element("text", { class: "badge", x: tx, y: ty });
      text.textContent = gesture.badge;
      return text;
    }),
  );
}
