// What others have said and this reader has not read: counted on the tab of the chat and in the title.
// How far they have read is kept on this device, by table.
import { all, find, onUpdate } from "./dom";
import { isOn, knock } from "./device";
import { showUnread } from "./title";
import { speak } from "./voice";

const KEY = "quarterdeck-read";
// Tables of which it is kept; the oldest is forgotten.
const MOST = 100;

// The lines that this page has shown or told of.
let known = 0;
let inView = false;

const numberOf = (line: Element) => Number(line.id.replace("chat-", ""));

function readLines(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as [string, number][]) : [];
  } catch {
    return [];
  }
}

/** The last line of a table that was read on this device. */
function lastRead(table: string): number {
  return Number(readLines().find((entry) => entry[0] === table)?.[1] ?? 0);
}

function noteRead(table: string, line: number): void {
  const others = readLines().filter((entry) => entry[0] !== table);
  localStorage.setItem(KEY, JSON.stringify([...others, [table, line]].slice(-MOST)));
}

function showCount(count: number): void {
  const mark = find<HTMLElement>("#unread");
  if (mark) {
    mark.hidden = count === 0;
    const number = find("b", mark);
    if (number) number.textContent = String(count);
  }
  showUnread(count);
}

/** On a closed panel nobody hears the log of the chat, so its new lines are told elsewhere. */
function tell(lines: Element[]): void {
  if (find<HTMLElement>("#part-chat")?.checkVisibility?.() ?? true) return;
  speak(lines.map((line) => line.textContent?.replace(/\s+/g, " ").trim() ?? ""));
}

export function startUnread(): void {
  const chat = find<HTMLElement>("#part-chat");
  const table = find<HTMLElement>("main[data-stream]")?.dataset.stream?.match(/([^/]+)\/stream$/)?.[1];
  if (!chat || !table) return;
  const count = () => {
    const numbers = all(".chat li", chat).map(numberOf);
    const last = Math.max(0, ...numbers);
    if (inView && !document.hidden && last > lastRead(table)) noteRead(table, last);
    const from = lastRead(table);
    const unread = all(".chat li.said", chat).filter((line) => numberOf(line) > from);
    showCount(unread.length);
    return { last, unread };
  };
  known = count().last;
  onUpdate(() => {
    const { last, unread } = count();
    if (last <= known) return;
    const fresh = all(".chat li.said", chat).filter((line) => numberOf(line) > known);
    known = last;
    if (fresh.length) tell(fresh);
    const unheard = unread.some((line) => fresh.includes(line));
    // Whoever may not speak is not called to the chat either.
    if (unheard && isOn("chat-sound") && !find(".chat-silent")) knock();
  });
  new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? false;
    count();
  }).observe(chat);
  document.addEventListener("visibilitychange", count);
  // Another page of the same table has shown it.
  addEventListener("storage", count);
}
