// Pieces travel: whatever stands elsewhere than before goes there before the reader's eyes. A piece that
// was not there comes from the nearest of the places that it names (`data-origin`): a stock, a hand.
import { all, find } from "./dom";
import { pace } from "./pace";
import { boxesOf, waysToBoard } from "./picture";

const PIECES = '#board [id^="piece-"]';
const ORIGINS = '#board [id^="origin-"]';
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
// The share of an action's time that a piece travels.
const SHARE = 0.8;

type Places = Map<string, DOMRect[]>;

/** Where the pieces stand and may come from, by name; nowhere, if nothing is to move. */
export function findPlaces(): Places {
  if (STILL.matches || !pace()) return new Map();
  return new Map(all(`${PIECES}, ${ORIGINS}`).map((piece) => [piece.id, boxesOf(piece)]));
}

/** Let pieces travel from where they stood to where they stand. */
export function glide(places: Places): void {
  if (!places.size) return;
  for (const piece of all<SVGGraphicsElement>(PIECES)) {
    const before = places.get(piece.id);
    const origins = before?.length ? [] : originsOf(piece, places);
    if (!before?.length && !origins.length) continue;
    const now = boxesOf(piece);
    const ways = waysToBoard(piece);
    const trips = now.flatMap((box, number) => {
      const then = before?.length ? before[number] : nearest(origins, box);
      const way = ways[number];
      if (!then || !way) return [];
      const shift = { x: middle(then).x - middle(box).x, y: middle(then).y - middle(box).y };
      return Math.abs(shift.x) + Math.abs(shift.y) >= 2 ? [{ way, shift }] : [];
    });
    const travels = trips.map(({ way, shift }) => travel(piece, way, shift));
    // Copies travel in its stead wherever it is seen.
    if (piece.closest("defs") && trips.length && trips.length === now.length) hideDuring(piece, travels);
  }
}

function originsOf(piece: SVGElement, places: Places): DOMRect[] {
  return (piece.dataset.origin ?? "").split(" ").flatMap((name) => places.get(name) ?? []);
}

function nearest(boxes: DOMRect[], to: DOMRect): DOMRect | undefined {
  const distance = (box: DOMRect) => Math.hypot(middle(box).x - middle(to).x, middle(box).y - middle(to).y);
  return [...boxes].sort((one, other) => distance(one) - distance(other))[0];
}

function hideDuring(piece: SVGGraphicsElement, travels: Animation[]): void {
  piece.style.visibility = "hidden";
  const end = () => piece.style.removeProperty("visibility");
  void Promise.allSettled(travels.map(({ finished }) => finished)).then(end);
}

/** A piece that stands on charts shown in several places travels as a copy on each of them. */
function travel(piece: SVGGraphicsElement, way: DOMMatrix, shift: { x: number; y: number }): Animation {
  // As the piece's surroundings count, which may be enlarged or turned.
  const back = new DOMMatrix([way.a, way.b, way.c, way.d, 0, 0]).inverse();
  const from = new DOMPoint(shift.x, shift.y).matrixTransform(back);
  const moving = piece.closest("defs") ? copy(piece, way) : piece;
  const travelling = moving.animate([{ translate: `${from.x}px ${from.y}px` }, { translate: "0px 0px" }], {
    duration: SHARE * pace(),
    easing: "ease-in-out",
  });
  if (moving !== piece) travelling.onfinish = travelling.oncancel = () => moving.parentElement?.remove();
  return travelling;
}

function copy(piece: SVGGraphicsElement, way: DOMMatrix): SVGGraphicsElement {
  const made = piece.cloneNode(true) as SVGGraphicsElement;
  made.removeAttribute("id");
  made.style.removeProperty("visibility");
  made.dataset.copy = piece.id;
  const holder = document.createElementNS(piece.namespaceURI, "g") as SVGGElement;
  // What surrounds a piece may give it its colours.
  holder.setAttribute("class", piece.parentElement?.getAttribute("class") ?? "");
  holder.setAttribute("transform", `matrix(${way.a} ${way.b} ${way.c} ${way.d} ${way.e} ${way.f})`);
  holder.setAttribute("pointer-events", "none");
  holder.append(made);
  find("#board")?.append(holder);
  return made;
}

function middle(box: DOMRect): DOMPoint {
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
}
