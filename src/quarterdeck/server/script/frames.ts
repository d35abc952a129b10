// One action: the pieces of the page that show it and what was told of it.
import htmx from "htmx.org";
import { find, tellUpdate } from "./dom";
import { clearMarks, copyBoard, findChanges, markChanges } from "./changes";
import { holdFocus } from "./focus";
import { findPlaces, glide } from "./gliding";

/** A line of the log; `concerns`: it is called out to this reader. */
export interface Told {
  text: string;
  concerns: boolean;
}

/** What stands in an element of the page from now on. */
export interface Piece {
  id: string;
  content: DocumentFragment;
}

export interface Frame {
  ply: number;
  told: Told[];
  pieces: Piece[];
}

/** What the server tells of a stretch of the story; `lines` and `ply`: how far the table is. */
export interface Stretch {
  lines: number;
  ply: number;
  frames: Frame[];
}

interface Sent {
  lines: number;
  ply: number;
  frames: { ply: number; told: Told[]; parts: { id: string; html: string }[] }[];
}

type Morph = (target: Element, content: DocumentFragment, inside: boolean) => void;
let morph: Morph = () => undefined;
htmx.registerExtension("quarterdeck-frames", {
  init: (api: unknown) => {
    morph = (api as { morph: Morph }).morph;
  },
} as Parameters<typeof htmx.registerExtension>[1]);

// Milliseconds after which everything is shown without them.
const PATIENCE = 5000;

/** What happened between two plies, one action at a time; null if it cannot be had. */
export async function fetchFrames(address: string, from: number, to: number, eyes?: string | null): Promise<Stretch | null> {
  const query = new URLSearchParams({ from: String(from), to: String(to) });
  if (eyes) query.set("eyes", eyes);
  try {
    const answer = await fetch(`${address}?${query}`, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return null;
    const sent = (await answer.json()) as Sent;
    const frames = sent.frames.map(({ ply, told, parts }) => ({ ply, told, pieces: parts.map(read) }));
    return { ...sent, frames };
  } catch {
    return null;
  }
}

function read({ id, html }: { id: string; html: string }): Piece {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return { id, content: id === "part-board" ? holder.content : unwrap(holder.content) };
}

/** What stands inside the <svg> that makes it SVG. */
export function unwrap(content: DocumentFragment): DocumentFragment {
  const inside = document.createDocumentFragment();
  inside.append(...(content.firstElementChild?.childNodes ?? []));
  return inside;
}

/** Put pieces in their places at once. */
export function lay(pieces: Piece[]): void {
  holdFocus();
  for (const { id, content } of pieces) {
    const place = document.getElementById(id);
    if (!place) continue;
    morph(place, content, true);
    if (place instanceof HTMLElement && find("[hx-get], [hx-post]", place)) htmx.process(place);
  }
}

let fading: ReturnType<typeof setTimeout> | undefined;

/** Show an action: its pieces move, and what has changed is marked for a while. */
export function showFrame(frame: Frame, lasting: number): void {
  const before = frame.pieces.length && lasting ? copyBoard() : null;
  const places = findPlaces();
  lay(frame.pieces);
  tellUpdate();
  if (before) {
    markChanges("flash", findChanges(before));
    clearTimeout(fading);
    fading = setTimeout(() => clearMarks("flash"), lasting);
  }
  glide(places);
}
