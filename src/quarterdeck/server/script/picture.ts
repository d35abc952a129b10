// Where things stand on a board. Some boards draw a chart once and show it in several places: what is
// drawn inside <defs> stands wherever that is used.
import { all, find } from "./dom";

/** From the units in which an element is drawn to those of the board: once for every place it is at. */
export function waysToBoard(element: SVGGraphicsElement): DOMMatrix[] {
  const back = find<SVGSVGElement>("#board")?.getScreenCTM()?.inverse();
  const parent = element.parentElement as SVGGraphicsElement | null;
  if (!back || !parent) return [];
  if (!element.closest("defs")) return through(back, parent);
  // Up to what is used elsewhere.
  let way = new DOMMatrix();
  for (let outer: Element | null = parent; outer && outer.tagName !== "defs"; outer = outer.parentElement) {
    const own = transformOf(outer);
    if (own) way = own.multiply(way);
    const uses = outer.id ? all<SVGUseElement>(`use[href="#${CSS.escape(outer.id)}"]`) : [];
    const seen = uses.filter((use) => !use.closest("defs") && use.getBoundingClientRect().width > 0);
    if (seen.length) return seen.flatMap((use) => through(back, use).map((to) => to.multiply(shiftOf(use)).multiply(way)));
  }
  return [];
}

/** The boxes that an element covers, in the units of the board. */
export function boxesOf(element: Element): DOMRect[] {
  const drawn = element as SVGGraphicsElement;
  if (!element.closest("defs")) {
    const seen = element.getBoundingClientRect();
    const back = find<SVGSVGElement>("#board")?.getScreenCTM()?.inverse();
    return back && (seen.width || seen.height) ? [map(seen, DOMMatrix.fromMatrix(back))] : [];
  }
  const box = drawn.getBBox?.();
  if (!box || (!box.width && !box.height)) return [];
  const own = transformOf(drawn) ?? new DOMMatrix();
  return waysToBoard(drawn).map((way) => map(box, way.multiply(own)));
}

/** The transformation that an element names itself. */
export function transformOf(element: Element): DOMMatrix | null {
  const matrix = (element as SVGGraphicsElement).transform?.baseVal.consolidate()?.matrix;
  return matrix ? DOMMatrix.fromMatrix(matrix) : null;
}

function through(back: DOMMatrix, element: SVGGraphicsElement): DOMMatrix[] {
  const screen = element.getScreenCTM?.();
  return screen ? [DOMMatrix.fromMatrix(back.multiply(screen))] : [];
}

function shiftOf(use: SVGUseElement): DOMMatrix {
  return new DOMMatrix().translate(use.x.baseVal.value, use.y.baseVal.value);
}

function map(box: DOMRect, way: DOMMatrix): DOMRect {
  const corners = [
    [box.left, box.top],
    [box.right, box.top],
    [box.left, box.bottom],
    [box.right, box.bottom],
  ].map(([x, y]) => new DOMPoint(x, y).matrixTransform(way));
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  const right = Math.max(...corners.map(({ x }) => x));
  return new DOMRect(left, top, right - left, Math.max(...corners.map(({ y }) => y)) - top);
}
