// On a small screen a whole board is too small to read. There the board begins with a part of its
// picture: the one it names (`data-near`), or the one where the question is answered, as large as
// its letters and targets need. A question whose answers lie elsewhere brings them into view.
import { all, find, onUpdate } from "./dom";
import { lineShown } from "./choices";
import { type Letters, lettersOf } from "./letters";
import { isShowing } from "./showing";

const SMALL = matchMedia("(max-width: 720px), (max-height: 500px)");
const UPRIGHT = matchMedia("(orientation: portrait)");
// In the board's own units: the margin around what is shown, and the least width to show.
const MARGIN = 24;
const LEAST_WIDTH = 420;
// In pixels of the screen: the smallest letters and targets. Of a target that is no cell of a
// grid, the longer side is larger still.
const LETTERS = 11;
const TARGET = 24;
const CHIEF = 44;
// How much larger the board gets at each attempt, and how large at most, from the whole of it.
const GROWTH = 1.05;
const NEAREST = 5;

interface Spot {
  box: DOMRect;
  isCell: boolean;
}

let followed: string | null = null;
let named = "";

/** The part of the board to begin with, if the screen is small. */
export function nearPart(pan: HTMLElement): DOMRect | null {
  const board = find<SVGSVGElement>("#board");
  if (!board || !SMALL.matches) return null;
  const spots = openSpots(board);
  const near = rectangle(board.dataset.near);
  if (!near && !spots.length) return null;
  const { x, y, width: across, height: down } = board.viewBox.baseVal;
  const whole = new DOMRect(x, y, across, down);
  const part = cut(partFor(spots, near ?? whole), whole);
  const { width, height } = pan.getBoundingClientRect();
  const most = NEAREST * Math.min(width / whole.width, height / whole.height);
  const letters = lettersOf(board);
  let scale = Math.min(width / part.width, height / part.height);
  let frame = frameIn(part, whole, width / scale, height / scale, spots);
  while (scale < most && !isLarge(frame, scale, spots, letters)) {
    scale *= GROWTH;
    frame = frameIn(part, whole, width / scale, height / scale, spots);
  }
  return frame;
}

export function startFraming(pan: HTMLElement, show: (part: DOMRect) => void): void {
  const follow = () => {
    // The board that the question is about comes last.
    if (isShowing()) return;
    const question = lineShown();
    if (!SMALL.matches || question === followed || (!question && followed !== null)) return;
    const board = find<SVGSVGElement>("#board");
    if (!board) return;
    // At the start, and when the board names another part: the one that shows a combat, say.
    const isNew = followed === null || named !== (board.dataset.near ?? "");
    [followed, named] = [question, board.dataset.near ?? ""];
    const room = toBoardUnits(board, pan.getBoundingClientRect());
    const open = openSpots(board);
    const seen = open.filter(({ box }) => holds(room, middle(box)));
    const scale = board.getScreenCTM()?.a ?? 1;
    if (!isNew && 2 * seen.length >= open.length && seen.every((spot) => isTarget(spot, scale))) return;
    const part = nearPart(pan);
    if (part) show(part);
  };
  follow();
  onUpdate(follow);
  UPRIGHT.addEventListener("change", () => {
    followed = null;
    // The chart gets its new size first
    requestAnimationFrame(follow);
  });
}

function openSpots(board: SVGSVGElement): Spot[] {
  return all<SVGElement>("#part-board .spot.open > .hit").map((hit) => ({
    box: toBoardUnits(board, hit.getBoundingClientRect()),
    isCell: hit.closest("#cells") !== null,
  }));
}

/** Where a question is answered: in the part to start with, if half of its spots are there. */
function partFor(spots: Spot[], near: DOMRect): DOMRect {
  const there = spots.filter(({ box }) => holds(near, middle(box)));
  if (2 * there.length >= spots.length) return near;
  const left = Math.min(...spots.map(({ box }) => box.left)) - MARGIN;
  const top = Math.min(...spots.map(({ box }) => box.top)) - MARGIN;
  const width = Math.max(...spots.map(({ box }) => box.right)) + MARGIN - left;
  const height = Math.max(...spots.map(({ box }) => box.bottom)) + MARGIN - top;
  const more = Math.max(0, LEAST_WIDTH - width);
  return new DOMRect(left - more / 2, top, width + more, height);
}

/**
 * A frame of a size inside a part, where it holds the most open spots; the middle, if all do. One that
 * is larger than the part stays on the board as far as it can, as the sheet does when it is scrolled.
 */
function frameIn(part: DOMRect, whole: DOMRect, width: number, height: number, spots: Spot[]): DOMRect {
  const around = ({ x, y }: DOMPoint) => {
    const [left, top] = [slide(x, width, part.x, part.width), slide(y, height, part.y, part.height)];
    const [across, down] = [left + width / 2, top + height / 2];
    return new DOMRect(slide(across, width, whole.x, whole.width), slide(down, height, whole.y, whole.height), width, height);
  };
  let best = around(middle(part));
  let most = spots.filter(({ box }) => contains(best, box)).length;
  for (const { box } of spots) {
    const frame = around(middle(box));
    const held = spots.filter((other) => contains(frame, other.box)).length;
    if (held > most) [best, most] = [frame, held];
  }
  return best;
}

/** Where a frame begins that lies around a middle, and inside a stretch if it is the shorter one. */
function slide(at: number, length: number, start: number, stretch: number): number {
  if (length >= stretch) return start + (stretch - length) / 2;
  return Math.max(start, Math.min(start + stretch - length, at - length / 2));
}

function isLarge(frame: DOMRect, scale: number, spots: Spot[], letters: Letters[]): boolean {
  // What a frame shows at its edge may be a little off: it moves by whole pixels.
  const more = 2 / scale;
  const grown = new DOMRect(frame.x - more, frame.y - more, frame.width + 2 * more, frame.height + 2 * more);
  return (
    spots.every((spot) => isTarget(spot, scale) || !meets(frame, spot.box)) &&
    letters.every(({ size, at }) => size * scale >= LETTERS || !holds(grown, at))
  );
}

function isTarget({ box, isCell }: Spot, scale: number): boolean {
  const [shorter, longer] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
  return shorter * scale >= TARGET && (isCell || longer * scale >= CHIEF);
}

/** The part of a box that lies inside another. */
function cut(box: DOMRect, whole: DOMRect): DOMRect {
  const [left, top] = [Math.max(box.left, whole.left), Math.max(box.top, whole.top)];
  return new DOMRect(left, top, Math.min(box.right, whole.right) - left, Math.min(box.bottom, whole.bottom) - top);
}

function rectangle(text: string | undefined): DOMRect | null {
  if (!text) return null;
  const [x, y, width, height] = text.split(" ").map(Number);
  return new DOMRect(x, y, width, height);
}

function toBoardUnits(board: SVGSVGElement, box: DOMRect): DOMRect {
  const back = board.getScreenCTM()?.inverse();
  const start = new DOMPoint(box.left, box.top).matrixTransform(back);
  const end = new DOMPoint(box.right, box.bottom).matrixTransform(back);
  return new DOMRect(start.x, start.y, end.x - start.x, end.y - start.y);
}

function middle(box: DOMRect): DOMPoint {
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
}

function holds(box: DOMRect, at: DOMPoint): boolean {
  return at.x >= box.left && at.x <= box.right && at.y >= box.top && at.y <= box.bottom;
}

function contains(box: DOMRect, other: DOMRect): boolean {
  return other.left >= box.left && other.right <= box.right && other.top >= box.top && other.bottom <= box.bottom;
}

function meets(box: DOMRect, other: DOMRect): boolean {
  return other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
}
