// The page follows its table: one stream says that there is a new edition of it, and brings what is
// new if the server knows what the page shows; otherwise htmx fetches the parts. The answer to a form
// brings them too, and then there is nothing left to do.
import htmx from "htmx.org";
import { all, find, onUpdate } from "./dom";
import { isOn, ring } from "./device";
import { showWaiting, type Waiting } from "./mine";
import { hold, startShowing, type Task } from "./showing";
import { startSince } from "./since";
import { plainTitle, showTurn } from "./title";
import { speak } from "./voice";

const PAUSE = 1000;
const LONGEST_PAUSE = 8000;
// How long the answer to a form may take before the page fetches what the stream announced.
const PATIENCE = 300;

// The line of the table's story that the page shows, and the edition of the table.
let shown = 0;
let edition = "";
// What the page calls itself, so that the server knows what it shows.
let page = "";

/** A new edition, and what is new in it since the edition `since`, except for the parts in `closed`. */
interface News {
  lines: number;
  ply?: number;
  own?: number;
  edition: string;
  since?: string;
  html?: string;
  parts?: string;
  closed?: string[];
}
// What the stream announced last, until it is clear whether it must be fetched.
let announced: News | null = null;
// Parts on closed panels, which were left out.
let leftOut = new Set<string>();
// Requests that will bring parts of the page.
const underWay = new Set<object>();
let waiting: ReturnType<typeof setTimeout> | undefined;

export function startLive(): void {
  const main = find<HTMLElement>("main[data-stream]");
  if (!main) return;
  shown = Number(main.dataset.lines);
  edition = main.dataset.edition ?? "";
  page = main.dataset.page ?? "";
  if (main.dataset.ply !== undefined) {
    const table = (main.dataset.stream ?? "").replace(/\/stream$/, "");
    startShowing(main, `${table}/frames`);
    startSince(`${table}/replay`);
  }
  waitForAnswers();
  listen(main.dataset.stream ?? "");
  retryRefresh();
  sendDigests(main.dataset.have ?? "");
  fetchOpenedPanels();
  dropStaleAnswers();
  clearSentMessage();
  reportUnsentForms();
  tellLook((main.dataset.stream ?? "").replace(/stream$/, "looked"));
  if (!find("#turn-line")) return;
  const word = main.dataset.turn ?? "";
  let wasMine = isMyTurn();
  let nudged = nudgedAt();
  announce(word, wasMine);
  onUpdate(() => {
    const now = isMyTurn();
    announce(word, now);
    const nudge = nudgedAt();
    if (now && (!wasMine || nudge > nudged)) alertReader(word);
    wasMine = now;
    nudged = nudge;
  });
}

/** The browser reconnects by itself and names the last line it saw, unless it was turned away: then
 * the page finds out why and tries again, after longer and longer pauses. */
function listen(address: string, pause = PAUSE): void {
  const known = new URLSearchParams({ seen: String(shown), page, edition, mine: "yes" });
  const stream = new EventSource(`${address}?${known}`);
  stream.addEventListener("table", (event) => {
    announced = JSON.parse(event.data) as News;
    follow();
  });
  stream.addEventListener("mine", (event) => showWaiting(JSON.parse(event.data) as Waiting));
  stream.addEventListener("open", () => {
    pause = PAUSE;
    showOffline(false);
  });
  stream.addEventListener("error", () => {
    showOffline(true);
    if (stream.readyState !== EventSource.CLOSED) return;
    refresh();
    setTimeout(() => listen(address, Math.min(2 * pause, LONGEST_PAUSE)), pause);
  });
  addEventListener("pagehide", () => stream.close());
}

/** What an answer under way will bring need not be fetched. The page waits for it, but not for long. */
function follow(patient = true): void {
  clearTimeout(waiting);
  if (announced === null) return;
  if (patient && underWay.size) {
    waiting = setTimeout(() => follow(false), PATIENCE);
    return;
  }
  const news = announced;
  announced = null;
  if (news.edition === edition) return;
  if (news.since === edition && page) void take(news);
  else refresh();
}

/** Show what the stream brought, as if it were the answer to a request. */
async function take(news: News): Promise<void> {
  const headers = {
    "X-Lines": String(news.lines),
    "X-Ply": String(news.ply ?? 0),
    "X-Own": String(news.own ?? 0),
    "X-Edition": news.edition,
    "X-Parts": news.parts ?? "",
  };
  const answer = { text: news.html ?? "", swap: "none", response: { raw: new Response(null, { headers }) } };
  leftOut = new Set(news.closed);
  underWay.add(news);
  try {
    await htmx.swap({ sourceElement: find("main") ?? document.body, ...answer });
  } catch {
    refresh();
  } finally {
    underWay.delete(news);
    follow();
  }
}

function waitForAnswers(): void {
  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement?.closest("main")) underWay.add(ctx);
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (underWay.delete(event.detail.ctx)) follow();
  });
}

function refresh(): void {
  htmx.trigger(document.body, "table-changed");
}

function showOffline(lost: boolean): void {
  const warning = find<HTMLElement>("#offline");
  if (!warning || warning.hidden === !lost) return;
  warning.hidden = !lost;
  if (lost) speak([warning.textContent ?? ""]);
}

/**
 * The stream may survive a short loss of the network, or a refusal by the server, when a request for
 * the parts does not. There may never be another event, so the page asks again.
 */
function retryRefresh(): void {
  const retry = (source: Element | undefined) => {
    if (source?.matches("[hx-trigger^='table-changed']")) setTimeout(refresh, PAUSE);
  };
  document.addEventListener("htmx:error", (event) => retry(event.detail.ctx?.sourceElement));
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (!(response?.raw as Response | undefined)?.ok) retry(sourceElement);
  });
}

/** Tell the reader when a form did not reach the server: nothing has happened. */
function reportUnsentForms(): void {
  document.addEventListener("htmx:error", (event) => {
    const box = find<HTMLElement>("#part-notice");
    if (!box || !(event.detail.ctx?.sourceElement instanceof HTMLFormElement)) return;
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.textContent = box.dataset.notSent ?? "";
    box.replaceChildren(notice);
  });
}

/**
 * Every part of the page has a digest. Each request carries those of all that is shown, and the
 * answer brings the parts that differ. If a part could not be shown, all are fetched again.
 */
function sendDigests(list: string): void {
  const digests = new Map<string, string>();
  const learn = (list: string) => {
    for (const [id, digest] of list.split(" ").map((pair) => pair.split("="))) if (id && digest) digests.set(id, digest);
  };
  learn(list);
  document.addEventListener("htmx:before:request", (event) => {
    const { headers } = event.detail.ctx.request;
    headers["X-Have"] = [...digests.values()].join(" ");
    if (page) headers["X-Page"] = page;
  });
  document.addEventListener("htmx:after:swap", (event) => {
    const headers = (event.detail.ctx.response?.raw as Response | undefined)?.headers;
    learn(headers?.get("x-parts") ?? "");
    edition = headers?.get("x-edition") ?? edition;
  });
  document.addEventListener("htmx:error", () => digests.clear());
}

/**
 * The contents of a closed panel are not fetched. When the reader opens it, or an answer does, they
 * may be out of date.
 */
function fetchOpenedPanels(): void {
  const isOpen = (part: HTMLElement) => part.checkVisibility?.() ?? true;
  document.addEventListener("htmx:before:request", (event) => {
    const { sourceElement, request } = event.detail.ctx;
    if (!sourceElement?.closest("main")) return;
    leftOut = new Set(all<HTMLElement>("[data-when-open]").flatMap((part) => (isOpen(part) ? [] : [part.id])));
    request.headers["X-Closed"] = [...leftOut].join(" ");
  });
  const check = () => {
    if (all<HTMLElement>("[data-when-open]").some((part) => leftOut.has(part.id) && isOpen(part))) refresh();
  };
  document.addEventListener("change", check);
  // This event does not bubble.
  document.addEventListener("toggle", check, true);
  addEventListener("resize", check);
  onUpdate(check);
}

/** Do not show an answer that was overtaken by a newer one. Of every other, the board has its time. */
function dropStaleAnswers(): void {
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const headers = (ctx.response?.raw as Response | undefined)?.headers;
    const count = (name: string) => Number(headers?.get(name) ?? NaN);
    const lines = count("x-lines");
    if (Number.isNaN(lines)) return;
    if (lines < shown) {
      event.preventDefault();
      return;
    }
    shown = lines;
    if (Number.isNaN(count("x-ply"))) return;
    const moment = { lines, ply: count("x-ply"), own: count("x-own") };
    hold(ctx.text ?? "", tasks as Task[], moment, ctx.sourceElement instanceof HTMLFormElement);
  });
}

function clearSentMessage(): void {
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    const sent = (response?.raw as Response | undefined)?.ok;
    if (sent && sourceElement instanceof HTMLFormElement && sourceElement.id === "say") sourceElement.reset();
  });
}

/** When the reader turns away, what the page showed has been seen: their list of tables tells what is new since. */
function tellLook(address: string): void {
  const tell = () => {
    const said = all<HTMLElement>("#part-chat .chat li").map((line) => Number(line.id.replace("chat-", "")));
    const seen = { lines: String(shown), chat: String(Math.max(0, ...said)) };
    if (document.hidden) navigator.sendBeacon(address, new URLSearchParams(seen));
  };
  document.addEventListener("visibilitychange", tell);
}

function isMyTurn(): boolean {
  return find<HTMLElement>("#turn-line")?.dataset.asked === "yes";
}

/** When somebody who waits last nudged this reader. */
function nudgedAt(): number {
  return Number(find<HTMLElement>("#nudged")?.dataset.at ?? 0);
}

/** Let title and icon say whether it is this reader's turn. */
function announce(word: string, mine: boolean): void {
  showTurn(mine ? word : "");
  const icon = find<HTMLLinkElement>("#icon");
  if (icon) icon.href = (mine ? icon.dataset.turn : icon.dataset.calm) ?? icon.href;
}

/** Ring and notify: it has become this reader's turn, or somebody nudged them. */
function alertReader(word: string): void {
  if (isOn("sound")) ring();
  if (document.hidden && "Notification" in window && Notification.permission === "granted") notify(word);
}

function notify(word: string): void {
  const title = plainTitle();
  try {
    const note = new Notification(word, { body: find("#ask")?.textContent?.trim() ?? title, tag: title });
    note.onclick = () => window.focus();
  } catch {
    // Some phones have no notifications for pages; there, title, icon and bell have to do.
  }
}
