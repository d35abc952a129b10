// For those who listen to the page: one voice tells everything in order and each thing once, politely.
// Other elements that change by themselves are not announced, so that nothing is heard twice.
import { find, onUpdate } from "./dom";

// Lines that stay in the page; those that are gone have been heard.
const MOST = 40;
// What is told whenever it says something new: the question, and what the coach says.
const TOLD = ["#ask", "#coach-words"];
const known = new Map<string, string>();

export function speak(lines: string[]): void {
  const place = find("#heard");
  if (!place) return;
  for (const line of lines) {
    const said = document.createElement("p");
    said.textContent = line;
    place.append(said);
  }
  while (place.childElementCount > MOST) place.firstElementChild?.remove();
}

/** `calm` says how long it takes until everything has been shown that comes before. */
export function startVoice(calm: () => number): void {
  for (const name of TOLD) known.set(name, newsOf(name));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    const pause = calm();
    timer = setTimeout(() => (calm() > 0 ? wait() : tellNews()), Math.min(pause, 1000));
  };
  onUpdate(wait);
  // What gets the focus is read anyway; what changes there later is not.
  document.addEventListener("focusin", (event) => {
    for (const name of TOLD) if (event.target === find(name)) known.set(name, newsOf(name));
  });
}

function tellNews(): void {
  for (const name of TOLD) {
    const now = newsOf(name);
    if (now === known.get(name)) continue;
    known.set(name, now);
    const words = wordsOf(name);
    if (words) speak([words]);
  }
}

/** What makes it news: a question that is asked again after one's own choice is a new one. */
function newsOf(name: string): string {
  if (name !== "#ask") return wordsOf(name);
  const { asked, own } = find<HTMLElement>("#turn-line")?.dataset ?? {};
  return `${asked === "yes" ? own : ""} ${wordsOf(name)}`;
}

function wordsOf(name: string): string {
  return find(name)?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}
