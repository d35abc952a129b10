// On a phone the panels stand on a sheet below the board, which can be lowered; with the phone on its
// side they slide in from the edge.
import { find, onClick, onUpdate } from "./dom";
import { lineShown } from "./choices";

// The question for which the page slid the panels in by itself.
let slidFor: string | null = null;

export function startSide(): void {
  onClick("[data-sheet]", (handle) => {
    const lowered = find("main")?.classList.toggle("lowered") ?? false;
    handle.setAttribute("aria-expanded", String(!lowered));
  });
  onClick("[data-side]", () => {
    slidFor = null;
    slide(!find("main.drawn"));
  });
  slideForQuestion();
  onUpdate(slideForQuestion);
}

function slide(out: boolean): void {
  find("main")?.classList.toggle("drawn", out);
  find("[data-side]")?.setAttribute("aria-expanded", String(out));
}

/** What cannot be answered on the board, and what the page has to say, must not stay out of sight. */
function slideForQuestion(): void {
  const question = lineShown();
  const onBoard = !question || find("#part-board .spot.open") !== null;
  const isCalled = !onBoard || find("#part-notice .notice, #device-take") !== null;
  if (isCalled && !find("main.drawn")) {
    slide(true);
    slidFor = question;
  } else if (!isCalled && slidFor !== null && slidFor !== question) {
    slide(false);
    slidFor = null;
  }
}
