// The coach: what it points at is lit up on the board, and what it waits for in the list of choices.
import { all, find, onClick, onUpdate } from "./dom";
import { spotsOf } from "./choices";
import { isCoachHeld } from "./showing";

const LIT = "coached";
const CELL = "cell-";
// More places than these show no way.
const MOST_TARGETS = 3;
// In pixels: how far from the edge of the frame a point should lie.
const EDGE = 24;
// The remark whose points were brought into view.
let seen = "";

function light(): void {
  for (const lit of all(`.${LIT}`)) lit.classList.remove(LIT);
  for (const name of all(".cell-name")) name.remove();
  lightAdvice();
  const coach = find<HTMLElement>("#coach");
  // What it said before was about an earlier question.
  if (!coach || isCoachHeld()) return;
  const names = (coach.dataset.points ?? "").split(" ").filter(Boolean);
  const points = names.flatMap(pointsCalled);
  for (const point of points) point.classList.add(LIT);
  const codes = (coach.dataset.wanted ?? "").split(" ").filter(Boolean);
  const choices = codes.flatMap((code) => all<HTMLElement>(`#choice-${CSS.escape(code)}`));
  for (const choice of choices) choice.classList.add(LIT);
  // A choice that is made on the board is lit there, too.
  const targets = choices.length > MOST_TARGETS ? [] : choices.flatMap((choice) => spotsOf(choice).flatMap(pointsCalled));
  for (const target of targets) target.classList.add(LIT);
  for (const point of [...points, ...targets]) nameCell(point);
  const remark = coach.dataset.remark ?? "";
  if (remark === seen) return;
  seen = remark;
  choices[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  // What is to be pointed at comes last: where both cannot be seen, it counts more.
  for (const first of [points[0], targets[0]]) if (first) bringIntoView(first);
}

/** Move a board that is larger than its frame so far that a point lies well inside the frame. */
function bringIntoView(point: Element): void {
  const pan = find<HTMLElement>("#pan");
  if (!pan?.contains(point)) return;
  const [room, box] = [pan.getBoundingClientRect(), point.getBoundingClientRect()];
  if (box.left < room.left + EDGE || box.right > room.right - EDGE) {
    pan.scrollLeft += box.left + box.width / 2 - (room.left + room.width / 2);
  }
  if (box.top < room.top + EDGE || box.bottom > room.bottom - EDGE) {
    pan.scrollTop += box.top + box.height / 2 - (room.top + room.height / 2);
  }
}

/** A lit cell bears its name: on a small screen the letters and numbers at the border are out of view. */
function nameCell(spot: Element): void {
  const name = spot.getAttribute("data-spot") ?? "";
  const hit = find<SVGGraphicsElement>(":scope > .hit", spot);
  if (!name.startsWith(CELL) || !hit) return;
  const { x, y, width, height } = hit.getBBox();
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  text.setAttribute("class", "cell-name");
  text.setAttribute("x", String(x + width / 2));
  text.setAttribute("y", String(y + height / 2));
  text.setAttribute("aria-hidden", "true");
  text.textContent = name.slice(CELL.length);
  spot.append(text);
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
