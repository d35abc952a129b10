// Choices: a second click confirms what cannot be taken back; pointing at one shows its spots.
import { all, find, onUpdate } from "./dom";
import { isOn } from "./device";

let armed: HTMLButtonElement | null = null;
// The line of the table's story at which it was armed.
let armedAt = "";

/** The button in the list that stands for this one; a menu on the board holds copies. */
function original(button: HTMLButtonElement): HTMLButtonElement | null {
  const form = find("#choose");
  return form ? find(`button[value="${CSS.escape(button.value)}"]`, form) : null;
}

export function disarm(): boolean {
  if (!armed) return false;
  armed.classList.remove("armed");
  find(".sure", armed)?.remove();
  armed = null;
  document.dispatchEvent(new CustomEvent("quarterdeck:disarmed"));
  return true;
}

function arm(button: HTMLButtonElement): void {
  disarm();
  armed = button;
  armedAt = lineShown();
  button.classList.add("armed");
  const sure = document.createElement("span");
  sure.className = "sure";
  sure.textContent = find<HTMLElement>("main")?.dataset.confirm ?? "";
  button.append(sure);
  document.dispatchEvent(new CustomEvent("quarterdeck:armed", { detail: button }));
}

/** Post a choice; one that cannot be taken back asks for a second click first. */
export function choose(button: HTMLButtonElement): void {
  const form = find<HTMLFormElement>("#choose");
  const listed = original(button);
  if (!form || !listed) return;
  if (mustConfirm(button)) {
    arm(button);
    return;
  }
  armed = listed;
  form.requestSubmit(listed);
}

function mustConfirm(button: HTMLButtonElement): boolean {
  return armed !== button && button.dataset.final !== undefined && isOn("confirm");
}

export function hint(spots: string[]): void {
  for (const spot of all(".spot.hinted")) spot.classList.remove("hinted");
  for (const name of spots) find(`[data-spot="${CSS.escape(name)}"]`)?.classList.add("hinted");
}

/** The spots of the board that a choice touches. */
export function spotsOf(button: HTMLElement): string[] {
  return (button.dataset.spots ?? "").split(" ").filter(Boolean);
}

function hintChoice(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>(".choice") : null;
  hint(button ? spotsOf(button) : []);
}

export function startChoices(): void {
  if (!find("#part-choices")) return;
  document.addEventListener(
    "submit",
    (event) => {
      const button = event.submitter;
      if (!(button instanceof HTMLButtonElement) || !button.matches("#choose .choice")) return;
      if (mustConfirm(button)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        arm(button);
      } else {
        disarm();
      }
    },
    true,
  );
  document.addEventListener("pointerover", hintChoice);
  document.addEventListener("focusin", hintChoice);
  onUpdate(() => {
    beginAtTheTop();
    stayArmed();
  });
}

/** An update that leaves the choice alone must not undo half a confirmation. */
function stayArmed(): void {
  const before = armed;
  armed = null;
  const form = find("#choose");
  if (!before || !form || lineShown() !== armedAt) return;
  if (before.isConnected && find(".sure", before)) {
    armed = before;
    return;
  }
  const again = find<HTMLButtonElement>(`button[value="${CSS.escape(before.value)}"]`, form);
  if (again && !find(".sure", again)) arm(again);
  else armed = again;
}

let asked = "";

/** A new question is read from its beginning, unless somebody is already among its choices. */
function beginAtTheTop(): void {
  if (lineShown() === asked) return;
  asked = lineShown();
  for (const list of all("#groups, .panel-choices")) {
    if (!list.contains(document.activeElement)) list.scrollTop = 0;
  }
}

/** The line of the table's story that the choices belong to; empty if there are none. */
export function lineShown(): string {
  return find<HTMLInputElement>("#choose input[name=expected]")?.value ?? "";
}
