// Shortcuts; the page lists them under "?".
import { all, find, onClick } from "./dom";
import { hide, walkThings } from "./about";
import { closeMenu } from "./board";
import { disarm } from "./choices";
import { isOn } from "./device";
import { clearGhost, turnShape } from "./gestures";

function openTab(name: string): void {
  const tab = find<HTMLInputElement>(`#tab-${name}`);
  if (tab) {
    tab.checked = true;
    tab.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (name === "chat") find<HTMLElement>("#chat-text")?.focus();
  else if (name === "choices") (find<HTMLElement>("#choose .choice") ?? find<HTMLElement>("#ask"))?.focus();
  else tab?.focus();
}

function zoom(what: string): void {
  document.dispatchEvent(new CustomEvent("quarterdeck:zoom", { detail: what }));
}

function showHelp(): void {
  find<HTMLDialogElement>("#shortcuts")?.showModal();
}

const KEYS: Record<string, (event: KeyboardEvent) => void> = {
  "?": showHelp,
  b: () => find<SVGElement>('#part-board .hit[tabindex="0"]')?.focus(),
  c: () => openTab("choices"),
  p: () => openTab("players"),
  l: () => openTab("log"),
  s: () => openTab("score"),
  m: () => openTab("chat"),
  n: () => find<HTMLElement>("#next-table")?.click(),
  i: (event) => walkThings(event.shiftKey ? -1 : 1),
  r: () => turnShape(1),
  u: () => find<HTMLElement>("#undo-last, #undo-back")?.click(),
  "+": () => zoom("in"),
  "-": () => zoom("out"),
  "0": () => zoom("fit"),
};

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="radio"]), select, textarea');
}

function handleKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === "Escape" && !find("dialog[open]")) {
    const told = hide();
    clearGhost();
    if (disarm() || closeMenu() || told) event.preventDefault();
    closeMenu();
    return;
  }
  if (find("dialog[open]") || (event.key !== "?" && !isOn("keys"))) return;
  const digit = /^[1-9]$/.test(event.key) ? all<HTMLButtonElement>("#choose .choice")[Number(event.key) - 1] : null;
  const act = digit ? () => digit.focus() : KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act(event);
}

export function startKeys(): void {
  if (!find("#shortcuts")) return;
  document.addEventListener("keydown", handleKey);
  onClick("[data-shortcuts]", showHelp);
}
