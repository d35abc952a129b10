// On a narrow screen a whole board is too small to read. One that names a part of its picture to
// begin with (`data-near`) starts there, and a question whose answers lie elsewhere brings them up.
import { all, find, onUpdate } from "./dom";
import { lineShown } from "./choices";

const NARROW = matchMedia("(max-width: 720px)");
// Around what is brought up, in the measure of the board; what is smaller than this stays readable.
const MARGIN = 24;
const LEAST = 420;

let followed: string | null = null;
let shown = "";

/** The part of the board to begin with, if it names one and the screen is narrow. */
export function nearPart(): DOMRect | null {
  const told = find<SVGSVGElement>("#board")?.dataset.near;
  if (!told || !NARROW.matches) return null;
  const [x, y, width, height] = told.split(" ").map(Number);
  return new DOMRect(x, y, width, height);
}

export function startFraming(pan: HTMLElement, show: (part: DOMRect) => void): void {
  const follow = () => {
    const near = nearPart();
    const question = lineShown();
    if (!near || question === followed || (!question && followed !== null)) return;
    // In the beginning, and when the board names another part: in a combat the one that shows it.
    const begins = shown !== parts(near);
    [followed, shown] = [question, parts(near)];
    const open = all<SVGElement>("#part-board .spot.open > .hit");
    const room = pan.getBoundingClientRect();
    const seen = open.filter((stop) => holds(room, middle(stop.getBoundingClientRect())));
    if (begins || 2 * seen.length < open.length) show(partFor(open.map(onBoard), near));
  };
  follow();
  onUpdate(follow);
}

function parts(box: DOMRect): string {
  return [box.x, box.y, box.width, box.height].join(" ");
}

/** Where a question is answered: in the part to begin with, if half of its spots are there. */
function partFor(spots: DOMRect[], near: DOMRect): DOMRect {
  const there = spots.filter((spot) => holds(near, middle(spot)));
  if (2 * there.length >= spots.length) return near;
  const left = Math.min(...spots.map((spot) => spot.left)) - MARGIN;
  const top = Math.min(...spots.map((spot) => spot.top)) - MARGIN;
  const width = Math.max(...spots.map((spot) => spot.right)) + MARGIN - left;
  const height = Math.max(...spots.map((spot) => spot.bottom)) + MARGIN - top;
  const more = Math.max(0, LEAST - width);
  return new DOMRect(left - more / 2, top, width + more, height);
}

function onBoard(stop: SVGElement): DOMRect {
  const box = stop.getBoundingClientRect();
  const back = find<SVGSVGElement>("#board")?.getScreenCTM()?.inverse();
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
