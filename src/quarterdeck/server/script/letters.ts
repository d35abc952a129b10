// The letters of a board: how large each is and where it stands, in the board's own units.
import { all, find } from "./dom";

export interface Letters {
  size: number;
  at: DOMPoint;
}

export function lettersOf(board: SVGSVGElement): Letters[] {
  const back = onScreen(board).inverse();
  const found: Letters[] = [];
  const note = (text: SVGElement, own: DOMMatrix, at: DOMPoint) => {
    const size = parseFloat(getComputedStyle(text).fontSize) * scaleOf(back.multiply(own));
    if (text.textContent?.trim()) found.push({ size, at: at.matrixTransform(back) });
  };
  for (const text of all<SVGTextElement>("text", board)) {
    if (text.closest("defs, symbol") || !text.checkVisibility()) continue;
    const box = text.getBoundingClientRect();
    note(text, onScreen(text), new DOMPoint(box.x + box.width / 2, box.y + box.height / 2));
  }
  // What is drawn in the definitions is seen where it is used. The picture of a chart in small is
  // not there to be read: a tap makes it large.
  for (const use of all<SVGUseElement>("use", board)) {
    const from = onScreen(use).translate(use.x.baseVal.value, use.y.baseVal.value);
    const drawn = find<SVGGElement>(use.getAttribute("href") ?? "", board);
    if (!drawn || use.closest("defs, symbol, .focus")) continue;
    for (const text of all<SVGTextElement>("text", drawn)) {
      const own = from.multiply(placeIn(drawn, text));
      const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name) ?? 0));
      note(text, own, new DOMPoint(x, y).matrixTransform(own));
    }
  }
  return found;
}

/** From an element's own units to the screen. Some browsers know an older kind of matrix here. */
function onScreen(element: SVGGraphicsElement): DOMMatrix {
  return DOMMatrix.fromMatrix(element.getScreenCTM() ?? undefined);
}

/** The transformation of an element inside a group that need not be shown itself. */
function placeIn(group: Element, element: SVGGraphicsElement): DOMMatrix {
  let place = new DOMMatrix();
  for (let at: Element | null = element; at && at !== group.parentElement; at = at.parentElement) {
    const own = (at as SVGGraphicsElement).transform.baseVal.consolidate()?.matrix;
    if (own) place = DOMMatrix.fromMatrix(own).multiply(place);
  }
  return place;
}

function scaleOf({ a, b, c, d }: DOMMatrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}
