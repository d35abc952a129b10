// How fast the page shows what others do: the reader's choice, kept on this device.
import { all, onClick } from "./dom";

// Milliseconds for one action.
const PACES: Record<string, number> = { slow: 1400, normal: 700, fast: 300, once: 0 };
const USUAL = "normal";

function chosen(): string {
  const stored = localStorage.getItem("quarterdeck-pace") ?? USUAL;
  return stored in PACES ? stored : USUAL;
}

/** How long one action is shown; 0 shows everything at once. */
export function pace(): number {
  return PACES[chosen()] ?? 0;
}

/** The same where something has to be seen in any case: a replay. */
export function steadyPace(): number {
  return pace() || (PACES.fast ?? 0);
}

function show(): void {
  for (const button of all<HTMLElement>("[data-pace]")) {
    button.setAttribute("aria-pressed", String(button.dataset.pace === chosen()));
  }
}

export function startPace(): void {
  show();
  onClick("[data-pace]", (button) => {
    localStorage.setItem("quarterdeck-pace", button.dataset.pace ?? USUAL);
    show();
  });
}
