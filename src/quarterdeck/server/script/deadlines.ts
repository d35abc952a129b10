// How much time somebody has: the server says how much is left, and the page counts, whatever the
// clock of this device shows; when that is up it says in the time zone of its reader.
import { all, onUpdate } from "./dom";

const PAUSE = 20_000;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

function unit(count: number, name: string): string {
  const style = { style: "unit", unit: name, unitDisplay: name === "day" ? "long" : "short" } as const;
  return new Intl.NumberFormat(document.documentElement.lang, style).format(count);
}

// As the server words it: two days or more with hours, less with minutes.
function words(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE);
  const hours = Math.floor(seconds / HOUR);
  if (seconds >= 2 * DAY) {
    const rest = hours % 24;
    return unit(Math.floor(hours / 24), "day") + (rest ? ` ${unit(rest, "hour")}` : "");
  }
  if (hours >= 12) return unit(hours, "hour");
  if (hours) return unit(hours, "hour") + (minutes % 60 ? ` ${unit(minutes % 60, "minute")}` : "");
  return unit(minutes, "minute");
}

// What the server said of a place, and when it was first seen.
const told = new WeakMap<HTMLElement, { seconds: string; at: number }>();

function find(place: HTMLElement): number {
  const seconds = place.dataset.seconds ?? "0";
  let known = told.get(place);
  if (known?.seconds !== seconds) {
    known = { seconds, at: Date.now() };
    told.set(place, known);
  }
  return Number(seconds) - (Date.now() - known.at) / 1000;
}

function show(): void {
  for (const place of all<HTMLElement>(".time-left[data-seconds]")) {
    const left = find(place);
    const form = (left > 0 ? place.dataset.left : place.dataset.late) ?? "%";
    const text = form.replace("%", words(Math.abs(left)));
    place.classList.toggle("overdue", left <= 0);
    if (place.textContent !== text) place.textContent = text;
  }
  const written = new Intl.DateTimeFormat(document.documentElement.lang, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  for (const place of all<HTMLTimeElement>(".time-due time")) {
    const text = written.format(new Date(place.dateTime));
    if (place.textContent !== text) place.textContent = text;
  }
}

export function startDeadlines(): void {
  show();
  onUpdate(show);
  setInterval(show, PAUSE);
}
