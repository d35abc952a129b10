// The page of the JSON API: requests are tried where they are described.
import { all, find } from "./dom";

// What is shown of an answer; a stream goes on until it is stopped.
const LONGEST = 200_000;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The address of a request with what was filled in; empty fields of the query are left out. */
function addressOf(form: HTMLFormElement): string {
  let path = form.dataset.path ?? "";
  const query = new URLSearchParams();
  for (const field of all<Field>("[data-in]", form)) {
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    if (field.dataset.in === "query" && field.value) query.set(field.name, field.value);
  }
  return query.size ? `${path}?${query}` : path;
}

function requestOf(form: HTMLFormElement, body: Field | null, signal: AbortSignal): RequestInit {
  const secret = find<HTMLInputElement>("#secret")?.value.trim();
  const headers = new Headers({ Accept: "application/json" });
  if (secret) headers.set("Authorization", `Bearer ${secret}`);
  if (body) headers.set("Content-Type", "application/json");
  const method = form.dataset.method ?? "GET";
  // With a secret we are whoever it belongs to, whoever is signed in here
  return { method, headers, signal, body: body?.value ?? null, credentials: secret ? "omit" : "same-origin" };
}

function pretty(text: string, kind: string | null): string {
  if (!kind?.startsWith("application/json")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Show an answer as it comes, and once it is complete, in a form that is easy to read. */
async function show(response: Response, place: HTMLElement): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value;
    place.textContent = text.slice(0, LONGEST);
    if (text.length > LONGEST) {
      await reader?.cancel();
      break;
    }
  }
  place.textContent = pretty(text, response.headers.get("Content-Type")).slice(0, LONGEST);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function send(form: HTMLFormElement, answer: HTMLElement): Promise<void> {
  const status = find<HTMLElement>(".status", answer);
  const place = find<HTMLElement>("pre", answer);
  const stop = find<HTMLButtonElement>("[data-stop]", form);
  const button = find<HTMLButtonElement>(".primary", form);
  if (!status || !place || !stop || !button) return;
  answer.hidden = false;
  place.textContent = "";
  const tell = (text: string, refused: boolean): void => {
    status.textContent = text;
    status.classList.toggle("refused", refused);
  };
  const body = find<Field>("[data-in=body]", form);
  if (body && !isJson(body.value)) {
    tell(status.dataset.malformed ?? "", true);
    body.focus();
    return;
  }
  const ending = new AbortController();
  stop.onclick = () => ending.abort();
  stop.hidden = false;
  button.disabled = true;
  tell("…", false);
  try {
    const response = await fetch(addressOf(form), requestOf(form, body, ending.signal));
    tell(`${response.status} ${response.statusText}`.trim(), !response.ok);
    await show(response, place);
  } catch {
    if (!ending.signal.aborted) tell(status.dataset.failed ?? "", true);
  }
  if (document.activeElement === stop || document.activeElement === document.body) button.focus();
  stop.hidden = true;
  button.disabled = false;
}

/** A request whose address leads to it is unfolded. */
function unfold(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

for (const hidden of all<HTMLElement>("#sign-in, .try .actions")) hidden.hidden = false;
for (const form of all<HTMLFormElement>(".try")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answer = form.parentElement ? find<HTMLElement>(".answer", form.parentElement) : null;
    if (answer) void send(form, answer);
  });
}
find("#sign-in")?.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", unfold);
unfold();
