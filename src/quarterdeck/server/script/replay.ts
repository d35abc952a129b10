// Replay: scrubber, arrows, play and pause. The server draws every position.
import htmx from "htmx.org";
import { find, onClick, onUpdate } from "./dom";

const PACE = 900;

/** Scroll the story, and nothing else, to the current line. */
function showInStory(): void {
  const story = find<HTMLElement>("#part-story");
  const now = story && find<HTMLElement>(".now", story);
  if (!story || !now) return;
  const offset = now.getBoundingClientRect().top - story.getBoundingClientRect().top;
  story.scrollTop += offset - story.clientHeight / 2;
}

export function startReplay(): void {
  const main = find<HTMLElement>("main[data-replay]");
  if (!main) return;
  const address = main.dataset.replay ?? "";
  let timer = 0;
  let wanted: number | null = null;
  let busy = false;

  const scrub = () => find<HTMLInputElement>("#scrub");
  const ply = () => Number(scrub()?.value ?? 0);
  const last = () => Number(scrub()?.max ?? 0);

  /** Go to a ply. While one is being fetched, only the last of those asked for meanwhile is kept. */
  async function go(to: number): Promise<void> {
    wanted = Math.max(0, Math.min(last(), to));
    const field = scrub();
    if (field) field.value = String(wanted);
    if (busy) return;
    busy = true;
    try {
      while (wanted !== null) {
        const next: number = wanted;
        wanted = null;
        const query = new URLSearchParams(location.search);
        query.set("ply", String(next));
        await htmx.ajax("GET", `${address}?${query}`, { target: "#part-scrubber", swap: "none" });
        history.replaceState(null, "", `?${query}`);
      }
    } finally {
      busy = false;
    }
  }

  function play(on: boolean): void {
    clearInterval(timer);
    timer = 0;
    if (on) {
      if (ply() >= last()) void go(0);
      timer = setInterval(() => (ply() < last() ? void go(ply() + 1) : play(false)), PACE);
    }
    mark();
  }

  function mark(): void {
    find("[data-play]")?.setAttribute("data-kept-playing", timer ? "yes" : "no");
  }

  document.addEventListener("input", (event) => {
    if (event.target === scrub()) void go(ply());
  });
  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLSelectElement && event.target.dataset.submit !== undefined) event.target.form?.requestSubmit();
  });
  document.addEventListener("submit", (event) => {
    if ((event.target as Element).id === "scrubber") event.preventDefault();
  });
  onClick("[data-ply]", (link, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void go(Number(link.dataset.ply));
  });
  onClick("[data-play]", () => play(timer === 0));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, select, textarea, summary")) return;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => void go(ply() - 1),
      ArrowRight: () => void go(ply() + 1),
      Home: () => void go(0),
      End: () => void go(last()),
      " ": () => play(timer === 0),
    };
    const act = steps[event.key];
    if (!act || (event.key === " " && event.target instanceof HTMLElement && event.target.matches("a, button"))) return;
    event.preventDefault();
    act();
  });
  const follow = () => {
    mark();
    showInStory();
  };
  follow();
  onUpdate(follow);
}
