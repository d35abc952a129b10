// The reader's own tables: how many wait for them, on every page that listens, and their list, which
// is fetched anew when the stream names another edition of it.
import htmx from "htmx.org";
import { find } from "./dom";
import { showUnread } from "./title";

const PAUSE = 1000;
const LONGEST_PAUSE = 60_000;

/** How many tables wait, here included, and the edition of the list of them. */
export interface Waiting {
  waiting: number;
  elsewhere: number;
  edition?: string;
}

/** Say how many tables wait besides this one. Others may want to know, too: see the event. */
export function showWaiting(found: Waiting): void {
  const count = find<HTMLElement>("#next-count");
  if (count) {
    count.textContent = found.elsewhere ? String(found.elsewhere) : "";
    count.hidden = !found.elsewhere;
  }
  document.dispatchEvent(new CustomEvent("quarterdeck:waiting", { detail: found.waiting }));
}

/** The list of tables, or the lobby. */
export function startMine(): void {
  const main = find<HTMLElement>("main[data-mine]");
  if (!main) return;
  let edition = main.dataset.edition;
  const listen = (pause: number) => {
    const stream = new EventSource(main.dataset.mine ?? "");
    stream.addEventListener("mine", (event) => {
      const found = JSON.parse(event.data) as Waiting;
      pause = PAUSE;
      showWaiting(found);
      showUnread(found.waiting);
      if (found.edition === edition) return;
      edition = found.edition;
      htmx.trigger(document.body, "mine-changed");
    });
    stream.addEventListener("error", () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      setTimeout(() => listen(Math.min(2 * pause, LONGEST_PAUSE)), pause);
    });
    addEventListener("pagehide", () => stream.close());
  };
  // htmx starts listening in a task of its own; no news may arrive before that.
  setTimeout(() => listen(PAUSE));
}
