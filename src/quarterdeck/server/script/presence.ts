// For how long somebody has been away: the server says since when, and the page counts.
import { all, onUpdate } from "./dom";

const PAUSE = 30_000;
const UNITS: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["minute", 60, 60],
  ["hour", 3600, 24],
  ["day", 86_400, Infinity],
];

function show(): void {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang);
  for (const place of all<HTMLElement>(".presence[data-since]")) {
    const passed = Math.max(60, Date.now() / 1000 - Number(place.dataset.since));
    const [unit, seconds] = UNITS.find(([, each, most]) => passed < each * most) ?? UNITS[0]!;
    const ago = words.format(-Math.floor(passed / seconds), unit);
    const text = (place.dataset.ago ?? "").replace("%", ago);
    if (place.textContent !== text) place.textContent = text;
  }
}

export function startPresence(): void {
  show();
  onUpdate(show);
  setInterval(show, PAUSE);
}
