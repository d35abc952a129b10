// What others do is shown one action at a time. News bring the whole page up to date but for the
// board, and for the coach, who does not speak of what has not been seen: these follow at the
// reader's pace. If news span several actions, the frames between are fetched. A click or a key shows
// everything at once, and then does what it does anyway.
import { all, find, onUpdate, tellUpdate } from "./dom";
import { isOn, ring } from "./device";
import { fetchFrames, lay, showFrame, unwrap, type Frame, type Piece, type Told } from "./frames";
import { markSince, noteOwnChoice } from "./since";
import { pace } from "./pace";
import { speak, startVoice } from "./voice";

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

/** News whose board is still to be shown. Up to the ply `own` it is the reader's own doing; what
 * `isQuick` does not wait. `told`: all that others did, whether it is known one by one or not. */
interface Item {
  from: Moment;
  to: Moment;
  own: number;
  isQuick: boolean;
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
const COACH = "part-coach";

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
  startVoice(() => (isShowing() ? 1000 : Math.max(0, due - performance.now())));
  // Before anything else sees them: what they are meant for is done on the board as it is.
  for (const kind of ["click", "keydown", "submit"]) addEventListener(kind, skip, true);
  document.addEventListener("visibilitychange", finishShowing);
}

export function isShowing(): boolean {
  return queue.length > 0;
}

/** Whether the coach has more to say once everything has been shown. */
export function isCoachHeld(): boolean {
  return queue.some(({ pieces }) => pieces.some(({ id }) => id === COACH));
}

function skip(event: Event): void {
  if (event instanceof KeyboardEvent && ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  // What is pressed there was meant for a remark that this replaces.
  const isPress = !(event instanceof KeyboardEvent) || ["Enter", " "].includes(event.key);
  const isOutdated = isPress && isCoachHeld() && event.target instanceof Element && event.target.closest(`#${COACH}`);
  finishShowing();
  if (!isOutdated) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Take the pieces of the board out of an answer that is about to be shown, to show them when it is
 * their turn. An answer to the reader's own form shows at once what they did themselves.
 */
export function hold(answer: string, tasks: Task[], to: Moment, isAnswer: boolean): void {
  const from = latest;
  latest = to;
  if (isAnswer) finishShowing();
  const own = isAnswer ? to.own : 0;
  const told = isForward(from, to) ? toldIn(tasks, Math.max(from.ply, own)) : [];
  const pieces = takePieces(answer, tasks);
  const isQuick = !pace() || document.hidden || !isForward(from, to) || to.ply <= own || to.ply === from.ply;
  const isPlain = isQuick || (to.ply === from.ply + 1 && from.ply >= own);
  const frames = isPlain ? [{ ply: to.ply, told, pieces }] : null;
  queue.push({ from, to, own, isQuick, told, pieces, frames, isAsked: false });
  if (queue.length > MOST) finishShowing();
  proceed();
}

function takePieces(answer: string, tasks: Task[]): Piece[] {
  const board = find("#part-board");
  const ids = [...answer.matchAll(/<hx-partial hx-target="#([^"]+)"/g)].map((found) => found[1] ?? "");
  const pieces: Piece[] = [];
  tasks
    .filter(({ type }) => type === "partial")
    .forEach((task, number) => {
      const id = ids[number] ?? "";
      // A place that does not exist yet comes with the board that is still to be shown.
      if (task.target && id !== COACH && !board?.contains(task.target)) return;
      const isHtml = id === "part-board" || id === COACH;
      pieces.push({ id, content: isHtml ? task.fragment : unwrap(task.fragment) });
      tasks.splice(tasks.indexOf(task), 1);
    });
  return pieces;
}

/** What others did after a ply, as far as the news say. */
function toldIn(tasks: Task[], ply: number): Told[] {
  const turn = tasks.find(({ target }) => target instanceof Element && target.id === "part-turn");
  const lines = turn ? all<HTMLElement>("#did li", turn.fragment) : [];
  return lines
    .filter((line) => Number(line.dataset.ply) > ply)
    .map((line) => ({ text: line.textContent ?? "", concerns: line.classList.contains("concerns") }));
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
      const isAtOnce = item.isQuick || frame.ply <= item.own;
      const wait = due - performance.now();
      if (!isAtOnce && wait > 0) {
        timer = setTimeout(proceed, wait);
        return;
      }
      item.frames.shift();
      if (!item.frames.length) queue.shift();
      show(frame, item, isAtOnce);
    } else queue.shift();
  }
}

function show(frame: Frame, item: Item, isAtOnce: boolean): void {
  const told = isOwn(frame, item) ? [] : frame.told;
  say(told, isAtOnce ? told.filter(({ concerns }) => concerns) : told);
  if (!isAtOnce) due = performance.now() + pace();
  shownPly = frame.ply;
  showFrame(frame, isAtOnce ? 0 : pace());
  settle(item, frame.ply);
}

function isOwn(frame: Frame, item: Item): boolean {
  return frame.ply <= item.own;
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
  const items = queue;
  queue = [];
  due = 0;
  const told = items.flatMap(tellAll);
  // What concerns the reader is called out all the same; the rest is summed up above the choices.
  say(told, told.filter((line, at) => line.concerns || at === told.length - 1));
  for (const item of items) showAll(item);
}

/** What is still to be told of news. */
function tellAll(item: Item): Told[] {
  return item.frames?.flatMap((frame) => (isOwn(frame, item) ? [] : frame.told)) ?? item.told;
}

function showAll(item: Item): void {
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

/** Tell what is being done to those who listen, and write the chief of it on the board. */
function say(told: Told[], chief: Told[]): void {
  const line = find<HTMLElement>("#doing");
  if (!line) return;
  const called = line.dataset.concerns ?? "";
  speak(told.map(({ text, concerns }) => (concerns ? `${called} ${text}` : text)));
  if (!chief.length) return;
  const isConcerned = chief.some(({ concerns }) => concerns);
  line.textContent = chief.map(({ text }) => text).join(" ");
  line.classList.toggle("concerns", isConcerned);
  line.hidden = false;
  clearTimeout(quiet);
  quiet = setTimeout(() => (line.hidden = true), LASTING * (pace() || 700));
  if (isConcerned && isOn("sound")) ring();
}
