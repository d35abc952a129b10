// Passkeys: the browser makes one, or answers by one. Everything is decided by the server.
import { all, find } from "./dom";

// A challenge that the browser offers while the page is open is renewed before it is over.
const RENEWED = 240_000;

type Options = Record<string, unknown> & { challenge: string };
interface Described {
  id: string;
}

function decode(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(plain.length);
  for (let place = 0; place < plain.length; place++) bytes[place] = plain.charCodeAt(place);
  return bytes.buffer;
}

function encode(data: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(data));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function describe(known: unknown): PublicKeyCredentialDescriptor[] {
  const found = (known ?? []) as (Described & PublicKeyCredentialDescriptor)[];
  return found.map((each) => ({ ...each, id: decode(each.id) }));
}

/** What the server asks for, as the browser wants it. */
function forCreating(options: Options): PublicKeyCredentialCreationOptions {
  const user = options.user as Described & PublicKeyCredentialUserEntity;
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: decode(options.challenge),
    user: { ...user, id: decode(user.id) },
    excludeCredentials: describe(options.excludeCredentials),
  };
}

function forAsking(options: Options): PublicKeyCredentialRequestOptions {
  return {
    ...(options as unknown as PublicKeyCredentialRequestOptions),
    challenge: decode(options.challenge),
    allowCredentials: describe(options.allowCredentials),
  };
}

/** What the browser answers, as the server wants it. */
function write(made: PublicKeyCredential): Record<string, unknown> {
  const response: Record<string, unknown> = { clientDataJSON: encode(made.response.clientDataJSON) };
  if (made.response instanceof AuthenticatorAttestationResponse) {
    response.attestationObject = encode(made.response.attestationObject);
    response.transports = made.response.getTransports?.() ?? [];
  } else if (made.response instanceof AuthenticatorAssertionResponse) {
    response.authenticatorData = encode(made.response.authenticatorData);
    response.signature = encode(made.response.signature);
    if (made.response.userHandle) response.userHandle = encode(made.response.userHandle);
  }
  const id = encode(made.rawId);
  return { id, rawId: id, type: made.type, response, clientExtensionResults: made.getClientExtensionResults() };
}

async function post(address: string, body: unknown): Promise<Options> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const content = (await answer.json()) as Options & { error?: string };
  if (!answer.ok) throw new Refusal(content.error ?? "");
  return content;
}

/** The server said no, and why. */
class Refusal extends Error {}

function say(form: HTMLFormElement, text: string): void {
  const status = find<HTMLElement>(".passkey-status", form);
  if (status) status.textContent = text;
}

/** Somebody closing the browser's own window is no news to them; everything else is said. */
function explain(form: HTMLFormElement, error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  say(form, error instanceof Refusal && error.message ? error.message : (form.dataset.failed ?? ""));
}

async function make(form: HTMLFormElement): Promise<void> {
  const options = await post(form.dataset.begin ?? "", {});
  const made = await navigator.credentials.create({ publicKey: forCreating(options) });
  const name = find<HTMLInputElement>("[name=name]", form)?.value ?? "";
  if (made instanceof PublicKeyCredential) {
    await post(form.dataset.finish ?? "", { credential: write(made), name });
    location.assign(form.dataset.next ?? "/");
  }
}

// What the browser offers in the field by itself; the button takes its place.
let offering: AbortController | null = null;

async function enter(form: HTMLFormElement, offered: boolean): Promise<void> {
  offering?.abort();
  const asking = new AbortController();
  if (offered) offering = asking;
  const options = await post(form.dataset.begin ?? "", {});
  const request: CredentialRequestOptions = { publicKey: forAsking(options), signal: asking.signal };
  if (offered) request.mediation = "conditional";
  const chosen = await navigator.credentials.get(request);
  if (chosen instanceof PublicKeyCredential) {
    await post(form.dataset.finish ?? "", { credential: write(chosen) });
    location.assign(form.dataset.next ?? "/");
  }
}

async function offer(form: HTMLFormElement): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const field = find<HTMLElement>("[data-offered]", form);
  if (field) field.hidden = false;
  const begin = () => void enter(form, true).catch((error: unknown) => explain(form, error));
  begin();
  setInterval(() => {
    if (!document.hidden && offering && !offering.signal.aborted) begin();
  }, RENEWED);
}

export function startPasskeys(): void {
  for (const form of all<HTMLFormElement>("form[data-passkey]")) {
    if (!("PublicKeyCredential" in window)) {
      for (const words of all<HTMLElement>("[data-no-passkeys]")) words.hidden = false;
      return;
    }
    const makes = form.dataset.passkey === "new";
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      say(form, "");
      (makes ? make(form) : enter(form, false)).catch((error: unknown) => explain(form, error));
    });
    if (!makes) void offer(form);
  }
}
