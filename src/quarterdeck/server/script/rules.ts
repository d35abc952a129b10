// The rules, opened at the table in a panel instead of on a page of their own.
import htmx from "htmx.org";
import { all, find, onClick } from "./dom";

function show(id: string): void {
  const body = find("#rules-body");
  const rule = id && body ? find<HTMLElement>(`[id="${CSS.escape(id)}"]`, body) : null;
  for (const other of all(".sought")) other.classList.remove("sought");
  rule?.classList.add("sought");
  // What is folded cannot be seen.
  for (let fold = rule?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
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
  onClick("a[data-rules]", openPanel);
  onClick("#rules-body a[href^='#']", (link, event) => {
    event.preventDefault();
    show(decodeURIComponent((link as HTMLAnchorElement).hash.slice(1)));
  });
}
