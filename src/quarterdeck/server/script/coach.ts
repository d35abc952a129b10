// The coach: what it points at is lit up on the board, and what it waits for in the list of choices.
import { all, find, onClick, onUpdate } from "./dom";
import { spotsOf } from "./choices";
import { isCoachHeld } from "./showing";

const LIT = "coached";
// The remark whose points were brought into view.
let seen = "";

function light(): void {
  for (const lit of all(`.${LIT}`)) lit.classList.remove(LIT);
  lightAdvice();
  const coach = find<HTMLElement>("#coach");
  // What it said before was about an earlier question.
  if (!coach || isCoachHeld()) return;
  const names = (coach.dataset.points ?? "").split(" ").filter(Boolean);
  const points = names.flatMap(pointsCalled);
  for (const point of points) point.classList.add(LIT);
  const codes = (coach.dataset.wanted ?? "").split(" ").filter(Boolean);
  const choices = codes.flatMap((code) => all(`#choice-${CSS.escape(code)}`));
  for (const choice of choices) choice.classList.add(LIT);
  const remark = coach.dataset.remark ?? "";
  if (remark === seen) return;
  seen = remark;
  for (const first of [points[0], choices[0]]) first?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** What the coach would do, if it was asked: the choice, and where it is on the board. */
function lightAdvice(): void {
  for (const link of all("#advice [data-wanted-choice]")) {
    const choice = find<HTMLElement>(`#choose ${link.getAttribute("href") ?? ""}`);
    if (!choice) continue;
    for (const lit of [choice, ...spotsOf(choice).flatMap(pointsCalled)]) lit.classList.add(LIT);
  }
}

/** The spots of this name; if there is none, the things. */
function pointsCalled(name: string): Element[] {
  const called = CSS.escape(name);
  const spots = all(`#part-board [data-spot="${called}"]`);
  return spots.length ? spots : all(`#part-board [data-thing="${called}"]`);
}

export function startCoach(): void {
  if (!find("#part-coach")) return;
  // A link to a choice also leads there if the list of choices is not the open panel
  onClick("[data-wanted-choice]", (link, event) => {
    event.preventDefault();
    const tab = find<HTMLInputElement>("#tab-choices");
    if (tab && !tab.checked) tab.click();
    const choice = find<HTMLElement>(link.getAttribute("href") ?? "");
    const folded = choice?.closest("details");
    if (folded) folded.open = true;
    choice?.scrollIntoView({ block: "center" });
    choice?.focus();
    choice?.classList.add("shown");
    // What the coach of a lesson waits for is done by the words that ask for it, too
    if (choice && link.closest(".coach-wants")) choice.click();
  });
  onUpdate(light);
  light();
}
