// What is remembered on this device: switches, and the sound of a bell.
import { all, find, onClick } from "./dom";

const DEFAULTS: Record<string, boolean> = { sound: false, "chat-sound": false, confirm: true, keys: true };

export function isOn(name: string): boolean {
  const stored = localStorage.getItem(`quarterdeck-${name}`);
  return stored === null ? (DEFAULTS[name] ?? false) : stored === "on";
}

function show(name: string): void {
  for (const button of all(`[data-toggle="${name}"]`)) {
    button.setAttribute("aria-pressed", String(isOn(name)));
  }
}

function toggle(name: string): void {
  localStorage.setItem(`quarterdeck-${name}`, isOn(name) ? "off" : "on");
  show(name);
  if (name === "sound" && isOn(name)) ring();
  if (name === "chat-sound" && isOn(name)) knock();
}

/** Two soft strokes of a ship's bell, synthesised on the spot. */
export function ring(): void {
  play([0, 880], [0.18, 1320]);
}

/** A low knock at the door: somebody has said something. */
export function knock(): void {
  play([0, 330]);
}

/** Tones that fade away, each after a delay in seconds and of a pitch in hertz. */
function play(...tones: [number, number][]): void {
  const audio = new AudioContext();
  for (const [delay, pitch] of tones) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + delay;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  }
  setTimeout(() => void audio.close(), 1200);
}

function showNotify(): void {
  const button = find<HTMLButtonElement>("[data-notify]");
  if (!button) return;
  button.hidden = !("Notification" in window);
  if (!button.hidden) button.setAttribute("aria-pressed", String(Notification.permission === "granted"));
}

async function copy(button: HTMLElement): Promise<void> {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // The browser does not let the page copy: the text is selected, and the reader can.
    return;
  }
  button.textContent = button.dataset.done ?? "";
  const told = button.parentElement?.querySelector('[role="status"]');
  if (told) told.textContent = button.textContent;
}

export function startDevice(): void {
  for (const name of Object.keys(DEFAULTS)) show(name);
  showNotify();
  for (const button of all<HTMLElement>("[data-copy]")) button.hidden = !navigator.clipboard;
  onClick("[data-toggle]", (button) => toggle(button.dataset.toggle ?? ""));
  onClick("[data-notify]", () => void Notification.requestPermission().then(showNotify));
  onClick("[data-copy]", (button) => void copy(button));
  // A click outside the menu closes it.
  document.addEventListener("click", (event) => {
    const menu = find<HTMLDetailsElement>("#menu");
    if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
}
