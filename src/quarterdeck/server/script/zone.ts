// The time zone of the device is suggested where somebody has not chosen one yet.
import { find } from "./dom";

export function startZone(): void {
  const field = find<HTMLInputElement>("input[data-guess-zone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field && zone) field.value = zone;
}
