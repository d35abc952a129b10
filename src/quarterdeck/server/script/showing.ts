// What others do is shown one action at a time. News bring the whole page up to date but for the
// board, which follows at the reader's pace; if they span several actions, the frames between are
// fetched. A click or a key shows everything at once, and then does what it does anyway.
import { all, find, onUpdate, tellUpdate } from "./dom";
import { isOn, ring } from "./device";
import { fetchFrames, lay, showFrame, unwrap, type Frame, type Piece, type Told } from "./frames";
import { markSince, noteOwnChoice } from "./since";
import { pace } from "./pace";

/** How far the table is, as this reader counts: lines, plies, and the ply after their last choice. */
export interface Moment {
  lines: number;
  ply: number;
  own: number;
}

/** Something htmx is about to put into the page. */
export interface Task {
  type: string;
  target: Element | null;
  fragment: DocumentFragment;
}

/** News whose board is still to be shown. `own`: frames up to this ply are the reader's own doing. */
interface Item {
  from: Moment;
  to: Moment;
  own: number;
  told: Told[];
  pieces: Piece[];
  // Null until it is known what happened one by one.
  frames: Frame[] | null;
  isAsked: boolean;
}

// More actions than this do not wait to be shown.
const MOST = 60;
// How long a line stays after the last action.
const LASTING = 4;

let queue: Item[] = [];
// The last moment that was brought, and the ply that the board shows.
let latest: Moment = { lines: 0, ply: 0, own: 0 };
let shownPly = 0;
let address = "";
let timer: ReturnType<typeof setTimeout> | undefined;
let quiet: ReturnType<typeof setTimeout> | undefined;
// When the next action may be shown.
let due = 0;

export function startShowing(main: HTMLElement, frames: string): void {
  address = frames;
  const own = Number(find<HTMLElement>("#turn-line")?.dataset.own ?? 0);
  latest = { lines: Number(main.dataset.lines), ply: Number(main.dataset.ply), own };
  shownPly = latest.ply;
  onUpdate(showLog);
  showLog();
  // Before anything else sees them: what they are meant for is done on the board as it is.
  for (const kind of ["click", "keydown", "submit"]) addEventListener(kind, skip, true);
  document.addEventListener("visibilitychange", finishShowing);
}

export function isShowing(): boolean {
  return queue.length > 0;
}

function skip(event: Event): void {
  if (event instanceof KeyboardEvent && ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  finishShowing();
}

/**
 * Take the pieces of the board out of an answer that is about to be shown, to show them when it is
 * their turn. An answer to the reader's own form shows at once what they did themselves.
 */
export function hold(answer: string, tasks: Task[], to: Moment, isAnswer: boolean): void {
  const told = toldIn(tasks);
  const pieces = takePieces(answer, tasks);
  const from = latest;
  latest = to;
  if (isAnswer) finishShowing();
  const own = isAnswer ? to.own : 0;
  const isQuick = !pace() || document.hidden || !isForward(from, to) || to.ply <= own || to.ply === from.ply;
  const isPlain = isQuick || (to.ply === from.ply + 1 && from.ply >= own);
  const frames = isPlain ? [{ ply: to.ply, told, pieces }] : null;
  queue.push({ from, to, own: isQuick ? to.ply : own, told, pieces, frames, isAsked: false });
  while (queue.length > MOST) showAll(queue.shift());
  proceed();
}

function takePieces(answer: string, tasks: Task[]): Piece[] {
  const board = find("#part-board");
  const ids = [...answer.matchAll(/<hx-partial hx-target="#([^"]+)"/g)].map((found) => found[1] ?? "");
  const pieces: Piece[] = [];
  tasks
    .filter(({ type }) => type === "partial")
    .forEach((task, number) => {
      // A place that does not exist yet comes with the board that is still to be shown.
      if (task.target && !board?.contains(task.target)) return;
      const id = ids[number] ?? "";
      pieces.push({ id, content: id === "part-board" ? task.fragment : unwrap(task.fragment) });
      tasks.splice(tasks.indexOf(task), 1);
    });
  return pieces;
}

function toldIn(tasks: Task[]): Told[] {
  const turn = tasks.find(({ target }) => target instanceof Element && target.id === "part-turn");
  const lines = turn ? all("#did li", turn.fragment) : [];
  return lines.map((line) => ({ text: line.textContent ?? "", concerns: line.classList.contains("concerns") }));
}

/** Whether nothing was taken back on the way: then every line is a ply. */
function isForward(from: Moment, to: Moment): boolean {
  return to.ply >= from.ply && to.lines - from.lines === to.ply - from.ply;
}

/** Show what is due, and come back when the next action is. */
function proceed(): void {
  clearTimeout(timer);
  for (let item = queue[0]; item; item = queue[0]) {
    if (!item.frames) {
      void ask(item);
      return;
    }
    const frame = item.frames[0];
    if (frame) {
      const isOwn = frame.ply <= item.own;
      const wait = due - performance.now();
      if (!isOwn && wait > 0) {
        timer = setTimeout(proceed, wait);
        return;
      }
      item.frames.shift();
      if (!item.frames.length) queue.shift();
      show(frame, item, isOwn);
    } else queue.shift();
  }
}

function show(frame: Frame, item: Item, isOwn: boolean): void {
  shownPly = frame.ply;
  showFrame(frame, isOwn ? 0 : pace());
  settle(item, frame.ply);
  if (isOwn) return;
  due = performance.now() + pace();
  say(frame.told);
}

/** Fetch what happened one by one; if that cannot be had, everything is shown at once. */
async function ask(item: Item): Promise<void> {
  if (item.isAsked) return;
  item.isAsked = true;
  const found = await fetchFrames(address, item.from.ply, item.to.ply);
  if (item.frames || !queue.includes(item)) return;
  const now = found && { ...item.to, lines: found.lines, ply: found.ply };
  const last = found?.frames.at(-1);
  if (found && now && last && isForward(item.to, now)) {
    last.ply = item.to.ply;
    // What the news brought is the truth, also about what has nothing to do with the game.
    last.pieces.push(...item.pieces);
    item.frames = found.frames;
  } else item.frames = [{ ply: item.to.ply, told: item.told, pieces: item.pieces }];
  proceed();
}

/** Show everything at once that is still to be shown. */
export function finishShowing(): void {
  if (!queue.length) return;
  clearTimeout(timer);
  const told = queue.flatMap((item) => item.frames?.flatMap((frame) => frame.told) ?? item.told);
  const items = queue;
  queue = [];
  for (const item of items) showAll(item);
  due = 0;
  // What concerns the reader is called out all the same; the rest is summed up above the choices.
  say(told.filter((line, at) => line.concerns || at === told.length - 1));
}

function showAll(item: Item | undefined): void {
  if (!item) return;
  const frames = item.frames ?? [{ ply: item.to.ply, told: item.told, pieces: item.pieces }];
  item.frames = [];
  for (const frame of frames) lay(frame.pieces);
  shownPly = item.to.ply;
  tellUpdate();
  settle(item, item.to.ply);
}

/** After an action: remember the board at the reader's own choice, mark what has changed since. */
function settle(item: Item, ply: number): void {
  if (item.to.own !== item.from.own && ply >= item.to.own) noteOwnChoice(item.to.own, ply);
  item.from = { ...item.from, own: ply >= item.to.own ? item.to.own : item.from.own };
  markSince(ply);
}

/** Lines of the log appear with what they tell of, and a line divides what came after one's choice. */
function showLog(): void {
  const own = Number(find<HTMLElement>("#turn-line")?.dataset.own ?? 0);
  const title = find<HTMLElement>("#part-log")?.dataset.since ?? "";
  let isFirst = own > 0;
  for (const line of all<HTMLElement>("#part-log li[data-ply]")) {
    const ply = Number(line.dataset.ply);
    line.hidden = ply > shownPly && isShowing();
    line.classList.toggle("first-since", ply > own && isFirst);
    if (ply > own && isFirst) line.dataset.keptTitle = title;
    if (ply > own) isFirst = false;
  }
}

/** Say what is being done: one message per action, and what concerns the reader at once. */
function say(told: Told[]): void {
  const line = find<HTMLElement>("#doing");
  const alarm = find<HTMLElement>("#alarm");
  if (!line || !told.length) return;
  const concerning = told.filter(({ concerns }) => concerns).map(({ text }) => text);
  line.textContent = told.map(({ text }) => text).join(" ");
  line.classList.toggle("concerns", concerning.length > 0);
  line.hidden = false;
  clearTimeout(quiet);
  quiet = setTimeout(() => (line.hidden = true), LASTING * (pace() || 700));
  if (!concerning.length) return;
  if (alarm) alarm.textContent = `${alarm.dataset.concerns ?? ""} ${concerning.join(" ")}`;
  if (isOn("sound")) ring();
}
