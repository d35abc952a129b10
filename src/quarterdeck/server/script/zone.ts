// The time zone of the device is suggested where somebody has not chosen one yet.
import { all, find } from "./dom";

// The date somewhere, as fields for dates write it.
function dayIn(zone: string, moment: number): string {
  const told = new Intl.DateTimeFormat("en", {
    timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit",
  }).formatToParts(moment);
  const part = (type: string) => told.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

// On the form of holidays the days that are proposed follow the zone: where it is already
// tomorrow, today is over.
function followZone(own: string): void {
  const field = find<HTMLSelectElement>("select[data-now]");
  if (!field) return;
  const ahead = Date.parse(field.dataset.now ?? "") - Date.now();
  const days = all<HTMLInputElement>("input[type=date]", field.form ?? document);
  const follow = () => {
    const today = dayIn(field.value, Date.now() + ahead);
    for (const day of days) {
      if (day.value === day.min) day.value = today;
      day.min = today;
    }
  };
  const isKnown = [...field.options].some((option) => option.value === own);
  if ("ownZone" in field.dataset && isKnown) {
    field.value = own;
    follow();
  }
  field.addEventListener("change", follow);
}

export function startZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const field = find<HTMLInputElement>("input[data-guess-zone]");
  if (field && zone) field.value = zone;
  followZone(zone);
}
