// The page follows its table: one stream says that there is a new edition of it, and brings what is
// new if the server knows what the page shows; otherwise htmx fetches the parts. The answer to a form
// brings them too, and then there is nothing left to do.
import htmx from "htmx.org";
import { all, find, onUpdate } from "./dom";
import { isOn, ring } from "./device";

const PAUSE = 1000;
const LONGEST_PAUSE = 8000;
// So long the answer to a form may take before the page fetches what the stream tells of.
const PATIENCE = 300;

// The line of the table's story that the page shows, and the edition of the table.
let shown = 0;
let edition = "";
// What the page calls itself, so that the server knows what it shows.
let page = "";

/** A new edition, and what is new in it: beside the edition `since`, but for parts that are `closed`. */
interface News {
  lines: number;
  edition: string;
  since?: string;
  html?: string;
  parts?: string;
  closed?: string[];
}
// What the stream told last, until it is clear whether it must be fetched.
let told: News | null = null;
// Parts on closed panels, which were not brought.
let left = new Set<string>();
// Requests that will bring parts of the page.
const underWay = new Set<object>();
let waiting: ReturnType<typeof setTimeout> | undefined;

export function startLive(): void {
  const main = find<HTMLElement>("main[data-stream]");
  if (!main) return;
  shown = Number(main.dataset.lines);
  edition = main.dataset.edition ?? "";
  page = main.dataset.page ?? "";
  waitForAnswers();
  listen(main.dataset.stream ?? "");
  lookAgain();
  tellWhatIsShown(main.dataset.have ?? "");
  fetchWhatOpens();
  refuseOldNews();
  emptyWhatWasSaid();
  sayWhatWasNotSent();
  if (!find("#turn-line")) return;
  const title = document.title;
  const word = main.dataset.turn ?? "";
  let asked = isAsked();
  let nudged = nudgedAt();
  announce(title, word, asked);
  onUpdate(() => {
    const now = isAsked();
    announce(title, word, now);
    const nudge = nudgedAt();
    if (now && (!asked || nudge > nudged)) call(title, word);
    asked = now;
    nudged = nudge;
  });
}

/** The browser reconnects by itself and names the last line it saw, unless it was turned away: then
 * the page asks why, and tries again, ever more patiently. */
function listen(address: string, pause = PAUSE): void {
  const known = new URLSearchParams({ seen: String(shown), page, edition });
  const stream = new EventSource(`${address}?${known}`);
  stream.addEventListener("table", (event) => {
    told = JSON.parse(event.data) as News;
    follow();
  });
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

/** What an answer brings that is under way need not be fetched. It is waited for, but not for long. */
function follow(patient = true): void {
  clearTimeout(waiting);
  if (told === null) return;
  if (patient && underWay.size) {
    waiting = setTimeout(() => follow(false), PATIENCE);
    return;
  }
  const news = told;
  told = null;
  if (news.edition === edition) return;
  if (news.since === edition && page) void take(news);
  else refresh();
}

/** Show what the stream brought, as if it were the answer to a request. */
async function take(news: News): Promise<void> {
  const headers = { "X-Lines": String(news.lines), "X-Edition": news.edition, "X-Parts": news.parts ?? "" };
  const answer = { text: news.html ?? "", swap: "none", response: { raw: new Response(null, { headers }) } };
  left = new Set(news.closed);
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
  const sign = find<HTMLElement>("#offline");
  if (sign) sign.hidden = !lost;
}

/**
 * The stream may outlive a short loss of the network, or a refusal of the server, while a look at
 * the table does not. No other event may ever come, so the page looks again.
 */
function lookAgain(): void {
  const later = (source: Element | undefined) => {
    if (source?.matches("[hx-trigger^='table-changed']")) setTimeout(refresh, PAUSE);
  };
  document.addEventListener("htmx:error", (event) => later(event.detail.ctx?.sourceElement));
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (!(response?.raw as Response | undefined)?.ok) later(sourceElement);
  });
}

/** A form that did not reach the server must say so: nothing has happened. */
function sayWhatWasNotSent(): void {
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
 * Every part of the page has a digest. The server is told those of all that is shown, and answers
 * with the parts that differ. A part that could not be shown is forgotten, and fetched again.
 */
function tellWhatIsShown(list: string): void {
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
 * What stands on a closed panel is not fetched. When the reader opens it, or an answer does, what it
 * shows may be old.
 */
function fetchWhatOpens(): void {
  const isOpen = (part: HTMLElement) => part.checkVisibility?.() ?? true;
  document.addEventListener("htmx:before:request", (event) => {
    const { sourceElement, request } = event.detail.ctx;
    if (!sourceElement?.closest("main")) return;
    left = new Set(all<HTMLElement>("[data-when-open]").flatMap((part) => (isOpen(part) ? [] : [part.id])));
    request.headers["X-Closed"] = [...left].join(" ");
  });
  const look = () => {
    if (all<HTMLElement>("[data-when-open]").some((part) => left.has(part.id) && isOpen(part))) refresh();
  };
  document.addEventListener("change", look);
  // This one does not bubble.
  document.addEventListener("toggle", look, true);
  addEventListener("resize", look);
  onUpdate(look);
}

/** An answer that was overtaken by a newer one is not shown. */
function refuseOldNews(): void {
  document.addEventListener("htmx:before:swap", (event) => {
    const answer = event.detail.ctx.response?.raw as Response | undefined;
    const lines = Number(answer?.headers.get("x-lines") ?? NaN);
    if (Number.isNaN(lines)) return;
    if (lines < shown) event.preventDefault();
    else shown = lines;
  });
}

function emptyWhatWasSaid(): void {
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    const sent = (response?.raw as Response | undefined)?.ok;
    if (sent && sourceElement instanceof HTMLFormElement && sourceElement.id === "say") sourceElement.reset();
  });
}

function isAsked(): boolean {
  return find<HTMLElement>("#turn-line")?.dataset.asked === "yes";
}

/** When somebody who waits last nudged this reader. */
function nudgedAt(): number {
  return Number(find<HTMLElement>("#nudged")?.dataset.at ?? 0);
}

/** Title and icon say whether it is this reader's turn. */
function announce(title: string, word: string, asked: boolean): void {
  document.title = asked ? `● ${word} · ${title}` : title;
  const icon = find<HTMLLinkElement>("#icon");
  if (icon) icon.href = (asked ? icon.dataset.turn : icon.dataset.calm) ?? icon.href;
}

function call(title: string, word: string): void {
  if (isOn("sound")) ring();
  if (document.hidden && "Notification" in window && Notification.permission === "granted") notify(title, word);
}

function notify(title: string, word: string): void {
  try {
    const note = new Notification(word, { body: find("#ask")?.textContent?.trim() ?? title, tag: title });
    note.onclick = () => window.focus();
  } catch {
    // Some phones have no notifications for pages; title, icon and bell tell it there.
  }
}
