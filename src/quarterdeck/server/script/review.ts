// The graph of a review: whoever points at it sees the board at that moment. The slider below it asks
// the server, so it can be used as well; the graph only moves it.
import { all, find, onClick, onUpdate } from "./dom";

export function startReview(): void {
  const slider = find<HTMLInputElement>("#review-ply");
  if (!slider) return;
  let byTouch = false;

  const strips = () => all<SVGAElement>(".review-graph [data-ply]");

  function point(strip: SVGAElement): void {
    const ply = strip.dataset.ply ?? "0";
    if (!slider || slider.value === ply) return;
    slider.value = ply;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Mark the strip whose board is shown. */
  function mark(): void {
    if (!find("#review-position svg")) return;
    const at = Number(slider?.value);
    const before = strips().filter((strip) => Number(strip.dataset.ply) <= at);
    for (const strip of strips()) strip.classList.toggle("now", strip === before.at(-1));
  }

  document.addEventListener("pointerover", (event) => {
    byTouch = event.pointerType === "touch";
    const strip = event.target instanceof Element ? event.target.closest<SVGAElement>(".review-graph [data-ply]") : null;
    if (strip) point(strip);
  });
  // A finger cannot point without clicking: below the board it finds the way to the replay.
  onClick(".review-graph [data-ply]", (_strip, event) => {
    if (byTouch) event.preventDefault();
  });
  slider.addEventListener("input", mark);
  onUpdate(mark);
}
