// Gestures: several choices made by pointing once. A ghost shows what one would put down or which
// way one would sail; turning leads from one that starts at a spot to the next. The server names
// them all, so nothing here decides what is open.
import { find, onClick, onUpdate } from "./dom";
import { choose } from "./choices";
import { isOn } from "./device";

interface Gesture {
  choices: string[];
  label: string;
  spot: string;
  covers: string[];
  passes: boolean;
  turn: number;
  badge: string;
  final: boolean;
}

const SVG = "http://www.w3.org/2000/svg";

let bySpot = new Map<string, Gesture[]>();
let turn = 0;
let pointed: string | null = null;
// By touch there is no pointing before the tap, and what cannot be taken back wants to be confirmed:
// then the first tap shows, the second one does. News that changes nothing about the question must
// not take back the first tap, so it is kept by what it names.
let tapped: string | null = null;
let touching = false;

export function startGestures(): void {
  const pan = find<HTMLElement>("#pan");
  if (!pan || !find("#part-choices")) return;
  read();
  onUpdate(read);
  onClick("[data-turn-shape]", () => turnShape(1));
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
  bySpot = new Map();
  for (const gesture of JSON.parse(text) as Gesture[]) {
    bySpot.set(gesture.spot, [...(bySpot.get(gesture.spot) ?? []), gesture]);
  }
  drawBadges();
  if (pointed !== null && bySpot.has(pointed)) show();
  else clearGhost();
}

/** What can be done by pointing at a spot, in words. */
export function* offers(): Generator<[string, string]> {
  for (const [spot, gestures] of bySpot) for (const gesture of gestures) yield [spot, gesture.label];
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

export function clearGhost(): void {
  pointed = null;
  tapped = null;
  ghost()?.replaceChildren();
  const line = find<HTMLElement>("#pointed");
  if (line && line.dataset.said !== undefined) line.textContent = line.dataset.said;
}

/** Turn what would be put down; only ways in which it fits are shown. */
export function turnShape(by: number): void {
  const fitting = pointed === null ? [...bySpot.values()].flat() : (bySpot.get(pointed) ?? []);
  const turns = [...new Set(fitting.map((gesture) => gesture.turn))].sort((a, b) => a - b);
  if (turns.length < 2) return;
  const at = turns.indexOf(pointed === null ? turn : (current()?.turn ?? turn));
  turn = turns[(at + by + turns.length) % turns.length] ?? 0;
  tapped = null;
  show();
}

/** What a gesture does, and at which line of the table's story. */
function named(gesture: Gesture): string {
  const line = find<HTMLInputElement>("#choose input[name=expected]")?.value ?? "";
  return `${line} ${gesture.choices.join("; ")}`;
}

function current(): Gesture | null {
  const here = pointed === null ? [] : (bySpot.get(pointed) ?? []);
  return here.find((gesture) => gesture.turn === turn) ?? here[0] ?? null;
}

/** Do it, or show first what it would do. */
export function useGesture(spot: string): void {
  pointed = spot;
  const gesture = current();
  const button = find<HTMLButtonElement>("#gesture");
  if (!gesture || !button) return;
  const asks = touching || (gesture.final && isOn("confirm"));
  const shown = tapped === named(gesture);
  if (asks) tapped = named(gesture);
  show();
  if (asks && !shown) return;
  button.value = gesture.choices.join("; ");
  choose(button);
}

// Drawing. The board tells where its cells are: the corner of the first and the size of each; spots
// of cells are named by column letter and row number.

function ghost(): SVGGElement | null {
  return find<SVGGElement>("#ghost");
}

function grid(): { x: number; y: number; size: number } | null {
  const { cellX, cellY, cell } = find<SVGSVGElement>("#board")?.dataset ?? {};
  return cell ? { x: Number(cellX), y: Number(cellY), size: Number(cell) } : null;
}

function corner(spot: string): [number, number] | null {
  const found = /^cell-([A-Z])(\d+)$/.exec(spot);
  const at = grid();
  if (!found?.[1] || !at) return null;
  return [at.x + (found[1].charCodeAt(0) - 65) * at.size, at.y + (Number(found[2]) - 1) * at.size];
}

/** A spot on a cell, which the board need not have drawn. */
export function cellSpot(spot: string): SVGElement | null {
  const at = corner(spot);
  const size = grid()?.size;
  if (!at || !size) return null;
  const made = element("g", { id: `spot-${spot}`, "data-spot": spot, class: "spot" });
  const side = { width: size - 4, height: size - 4, rx: size / 9 };
  made.append(element("rect", { class: "hit", x: at[0] + 2, y: at[1] + 2, ...side }));
  return made;
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function show(): void {
  const gesture = current();
  const place = ghost();
  const at = grid();
  if (!gesture || !place || !at) return;
  const corners = gesture.covers.map(corner).filter((each) => each !== null);
  const half = at.size / 2;
  if (gesture.passes) {
    const points = corners.map(([x, y]) => `${x + half},${y + half}`).join(" ");
    const [x, y] = corners.at(-1) ?? [0, 0];
    place.replaceChildren(
      element("polyline", { class: "ghost-way", points }),
      element("circle", { class: "ghost-end", cx: x + half, cy: y + half, r: half * 0.8 }),
    );
  } else {
    place.replaceChildren(
      ...corners.map(([x, y], number) =>
        element("rect", {
          class: number ? "ghost-cell" : "ghost-cell first",
          x: x + 2,
          y: y + 2,
          width: at.size - 4,
          height: at.size - 4,
          rx: at.size / 7,
        }),
      ),
    );
  }
  const sure = tapped === named(gesture) ? ` · ${find<HTMLElement>("main")?.dataset.confirm ?? ""}` : "";
  say(gesture.label + sure);
}

function say(text: string): void {
  const line = find<HTMLElement>("#pointed");
  if (!line) return;
  line.dataset.said ??= line.textContent ?? "";
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
  const drawn = [...bySpot.values()].flat().filter((gesture) => gesture.badge);
  place.replaceChildren(
    ...drawn.map((gesture) => {
      const [x, y] = corner(gesture.spot) ?? [0, 0];
      const text = element("text", { class: "badge", x: x + at.size - 5, y: y + at.size - 6 });
      text.textContent = gesture.badge;
      return text;
    }),
  );
}
