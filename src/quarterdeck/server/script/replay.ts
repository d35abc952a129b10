// Replay: scrubber, arrows, play and pause. The server draws every position.
import htmx from "htmx.org";
import { all, find, onClick, onUpdate } from "./dom";
import { fetchFrames, showFrame } from "./frames";
import { findPlaces, glide } from "./gliding";
import { steadyPace } from "./pace";

// Frames that are fetched at a time.
const BATCH = 40;

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
  // Counts how often it was started or stopped: whoever played before notices.
  let played = 0;
  let isPlaying = false;
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
        const places = findPlaces();
        await htmx.ajax("GET", `${address}?${query}`, { target: "#part-scrubber", swap: "none" });
        glide(places);
        history.replaceState(null, "", `?${query}`);
      }
    } finally {
      busy = false;
    }
  }

  /** Show one action after the other, as the table does. */
  async function play(on: boolean): Promise<void> {
    const me = ++played;
    isPlaying = on;
    mark();
    if (!on) return go(ply());
    if (ply() >= last()) await go(0);
    const eyes = new URLSearchParams(location.search).get("eyes");
    while (me === played && ply() < last()) {
      const found = await fetchFrames(address.replace(/replay$/, "frames"), ply(), Math.min(last(), ply() + BATCH), eyes);
      for (const frame of found?.frames ?? []) {
        await new Promise((resume) => setTimeout(resume, steadyPace()));
        if (me !== played) return;
        showFrame(frame, steadyPace());
        advance(frame.ply);
      }
      if (!found?.frames.length) break;
    }
    if (me === played) await play(false);
  }

  /** The reader goes elsewhere: that ends playing. */
  function jump(to: number): void {
    played++;
    isPlaying = false;
    mark();
    void go(to);
  }

  /** Let scrubber and story say which ply the board shows. */
  function advance(to: number): void {
    const field = scrub();
    if (field) field.value = String(to);
    const count = find("output[for=scrub]");
    if (count) count.textContent = `${to} / ${last()}`;
    for (const line of all<HTMLElement>("#part-story li")) {
      const at = Number(find<HTMLElement>("[data-ply]", line)?.dataset.ply);
      line.className = at === to ? "now" : at > to ? "later" : "";
      if (at === to) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    showInStory();
  }

  function mark(): void {
    find("[data-play]")?.setAttribute("data-kept-playing", isPlaying ? "yes" : "no");
  }

  document.addEventListener("input", (event) => {
    if (event.target === scrub()) jump(ply());
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
    jump(Number(link.dataset.ply));
  });
  onClick("[data-play]", () => void play(!isPlaying));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, select, textarea, summary")) return;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => jump(ply() - 1),
      ArrowRight: () => jump(ply() + 1),
      Home: () => jump(0),
      End: () => jump(last()),
      " ": () => void play(!isPlaying),
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
