// A log can grow to hundreds of links, so it is one tab stop, and arrows move inside it.
import { all, find, onUpdate } from "./dom";

const LISTS = "#part-log, #part-story";

function markList(list: Element): void {
  const links = all<HTMLElement>("a", list);
  const held =
    links.find((link) => link === document.activeElement) ?? find<HTMLElement>(".now a", list) ?? links.at(-1);
  for (const link of links) link.tabIndex = link === held ? 0 : -1;
}

function moveFocus(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const link = event.target instanceof HTMLElement ? event.target : null;
  const list = link?.closest(LISTS);
  if (!step || !link || !list) return;
  const links = all<HTMLElement>("a", list);
  // On the list itself the arrows scroll, as everywhere.
  const next = link.matches("a") ? links[links.indexOf(link) + step] : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
  markList(list);
}

export function startLists(): void {
  const mark = () => all(LISTS).forEach(markList);
  mark();
  onUpdate(mark);
  document.addEventListener("keydown", moveFocus);
}
