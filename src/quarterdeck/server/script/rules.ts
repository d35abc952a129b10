// The rules: searching them, and opening them at the table in a panel instead of on a page of their own.
import htmx from "htmx.org";
import { all, find, onClick } from "./dom";

/** Show only what contains every word; headings and tables stay if something under them does. */
function search(book: Element, query: string): void {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string | null) => words.every((word) => (text ?? "").toLowerCase().includes(word));
  let found = 0;
  for (const entry of all<HTMLElement>("[data-text] li, [data-text] tbody tr", book)) {
    const kept = fits(entry.textContent);
    entry.hidden = !kept;
    if (kept) found += 1;
  }
  for (const block of all<HTMLElement>("[data-text] .scroller, [data-text] ul", book)) {
    block.hidden = words.length > 0 && !find("li:not([hidden]), tbody tr:not([hidden])", block);
  }
  for (const other of all<HTMLElement>("[data-text] > p, .chapters, .aid", book)) {
    other.hidden = words.length > 0;
  }
  for (const heading of all<HTMLElement>("[data-text] > :is(h2, h3)", book)) {
    let next = heading.nextElementSibling as HTMLElement | null;
    let used = words.length === 0;
    while (!used && next && !next.matches(heading.matches("h3") ? "h2, h3" : "h2")) {
      used = !next.hidden && !next.matches("h3");
      next = next.nextElementSibling as HTMLElement | null;
    }
    heading.hidden = !used;
  }
  const status = find<HTMLElement>("[data-found]", book);
  if (status) {
    const said = found ? `${found} ${status.dataset.found}` : (status.dataset.none ?? "");
    status.textContent = words.length ? said : "";
  }
}

function show(id: string): void {
  const body = find("#rules-body");
  const rule = id && body ? find<HTMLElement>(`[id="${CSS.escape(id)}"]`, body) : null;
  for (const other of all(".sought")) other.classList.remove("sought");
  rule?.classList.add("sought");
  rule?.scrollIntoView({ block: "center" });
}

function openPanel(link: HTMLElement, event: MouseEvent): void {
  const panel = find<HTMLDialogElement>("#rules-panel");
  if (!panel || !(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const wanted = decodeURIComponent(link.hash.slice(1));
  if (!panel.open) panel.showModal();
  const body = find("#rules-body");
  if (!body) return;
  if (find("[data-rulebook]", body)) {
    show(wanted);
    return;
  }
  document.addEventListener("htmx:after:swap", () => show(wanted), { once: true });
  htmx.trigger(body, "rules-wanted");
}

export function startRules(): void {
  document.addEventListener("input", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.dataset.search === undefined) return;
    const book = event.target.closest("[data-rulebook]");
    if (book) search(book, event.target.value);
  });
  onClick("a[data-rules]", openPanel);
  onClick("#rules-body a[href^='#']", (link, event) => {
    event.preventDefault();
    show(decodeURIComponent((link as HTMLAnchorElement).hash.slice(1)));
  });
}
