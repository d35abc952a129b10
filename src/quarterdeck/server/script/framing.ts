// On a narrow or low screen a whole board is too small to read. One that names a part of its picture
// (`data-near`) starts there, and a question whose answers lie elsewhere brings them into view. No
// more is shown at once than the size of that part: at that size the board can be read.
import { all, find, onUpdate } from "./dom";
import { lineShown } from "./choices";

const NARROW = matchMedia("(max-width: 720px), (max-height: 500px)");
// In the board's own units: the margin around what is shown, and the least width to show.
const MARGIN = 24;
const LEAST_WIDTH = 420;

let followed: string | null = null;
let shown = "";

/** The part of the board to start with, if it names one and the screen is small. */
export function nearPart(): DOMRect | null {
  const named = find<SVGSVGElement>("#board")?.dataset.near;
  if (!named || !NARROW.matches) return null;
  const [x, y, width, height] = named.split(" ").map(Number);
  return new DOMRect(x, y, width, height);
}

export function startFraming(pan: HTMLElement, show: (part: DOMRect) => void): void {
  const follow = () => {
    const near = nearPart();
    const question = lineShown();
    if (!near || question === followed || (!question && followed !== null)) return;
    // At the start, and when the board names another part: the one that shows a combat, say.
    const isNew = shown !== asText(near);
    [followed, shown] = [question, asText(near)];
    const open = all<SVGElement>("#part-board .spot.open > .hit");
    const room = pan.getBoundingClientRect();
    const seen = open.filter((stop) => holds(room, middle(stop.getBoundingClientRect())));
    if (isNew || 2 * seen.length < open.length) show(partFor(open.map(toBoardUnits), near));
  };
  follow();
  onUpdate(follow);
}

function asText(box: DOMRect): string {
  return [box.x, box.y, box.width, box.height].join(" ");
}

/** Where a question is answered: in the part to start with, if half of its spots are there. */
function partFor(spots: DOMRect[], near: DOMRect): DOMRect {
  const there = spots.filter((spot) => holds(near, middle(spot)));
  if (2 * there.length >= spots.length) return near;
  const whole = around(spots);
  return fits(whole, near) ? whole : around(mostTogether(spots, near));
}

/** As many of the spots as can be shown together in a part of this size. */
function mostTogether(spots: DOMRect[], size: DOMRect): DOMRect[] {
  let most = spots.slice(0, 1);
  for (const { left } of spots) {
    for (const { top } of spots) {
      const there = spots.filter((spot) => spot.left >= left && spot.top >= top);
      const nearby = there.filter((spot) => fits(around([new DOMRect(left, top), spot]), size));
      if (nearby.length > most.length) most = nearby;
    }
  }
  return most;
}

function fits(box: DOMRect, size: DOMRect): boolean {
  return box.width <= size.width && box.height <= size.height;
}

function around(spots: DOMRect[]): DOMRect {
  const left = Math.min(...spots.map((spot) => spot.left)) - MARGIN;
  const top = Math.min(...spots.map((spot) => spot.top)) - MARGIN;
  const width = Math.max(...spots.map((spot) => spot.right)) + MARGIN - left;
  const height = Math.max(...spots.map((spot) => spot.bottom)) + MARGIN - top;
  const more = Math.max(0, LEAST_WIDTH - width);
  return new DOMRect(left - more / 2, top, width + more, height);
}

function toBoardUnits(stop: SVGElement): DOMRect {
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
