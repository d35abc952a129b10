// Marks on the board at what has changed since the reader's last choice. The board of that moment is
// kept; after a reload, or if the choice was taken back, it is fetched.
import { find } from "./dom";
import { clearMarks, copyBoard, findChanges, markChanges } from "./changes";

let own = 0;
let board: Element | null = null;
let address = "";

export function startSince(replay: string): void {
  address = replay;
  const turn = find<HTMLElement>("#turn-line");
  own = Number(turn?.dataset.own ?? 0);
  const ply = Number(find<HTMLElement>("main")?.dataset.ply ?? 0);
  if (own && ply > own) void fetchBoard(own);
  else board = copyBoard();
}

/** The reader chose, or took a choice back: their last one is this ply now, the board shows that one. */
export function noteOwnChoice(chosen: number, shown: number): void {
  clearMarks("since");
  own = chosen;
  board = null;
  if (shown === chosen) board = copyBoard();
  else if (chosen) void fetchBoard(chosen);
}

async function fetchBoard(ply: number): Promise<void> {
  try {
    const answer = await fetch(`${address}?ply=${ply}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok || ply !== own) return;
    const page = document.createElement("template");
    page.innerHTML = await answer.text();
    if (ply !== own) return;
    board = find("#board", page.content);
    mark();
  } catch {
    // Then there are no marks.
  }
}

/** Mark what has changed, if the board shows something later than the reader's choice. */
export function markSince(ply: number): void {
  if (ply > own) mark();
  else clearMarks("since");
}

function mark(): void {
  if (own && board) markChanges("since", findChanges(board));
}
