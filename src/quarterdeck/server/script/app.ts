// The table as an app: its service worker, the number of tables that wait, and being told on this
// device while no page is open.
import { all, find, onClick } from "./dom";
import { showWaiting } from "./title";

// How often an open page looks at how many tables wait, in milliseconds.
const LOOK_EVERY = 120_000;
// How long a push service may take.
const PATIENCE = 30_000;
// Whose words this device gets.
const OWNER = "quarterdeck-push";

/** Chromium's offer to install a page. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer: Offer | null = null;

function setting(name: string): string {
  return find<HTMLElement>("#app")?.dataset[name] ?? "";
}

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return undefined;
  const worker = setting("worker");
  try {
    if (worker) return await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
    return await navigator.serviceWorker.getRegistration();
  } catch {
    // Pages work without it.
    return undefined;
  }
}

async function subscriptionOf(found: ServiceWorkerRegistration | undefined): Promise<PushSubscription | null> {
  return (await found?.pushManager?.getSubscription()) ?? null;
}

/** Whoever signs out here, or signs in as somebody else, does not leave words to others. */
async function forgetStrangers(found: ServiceWorkerRegistration | undefined): Promise<void> {
  const subscription = await subscriptionOf(found);
  if (subscription && localStorage.getItem(OWNER) !== setting("guest")) await subscription.unsubscribe();
}

// How many tables wait

function badge(count: number): void {
  const shown = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  // Only apps that are installed have one.
  shown?.catch(() => undefined);
}

async function look(): Promise<void> {
  const address = setting("waiting");
  if (!address || document.hidden) return;
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { tables } = (await answer.json()) as { tables: string[] };
    badge(tables.length);
    const here = /\/t\/([\w-]+)/.exec(location.pathname)?.[1];
    showWaiting(tables.filter((table) => table !== here).length);
  } catch {
    // No connection: what was shown stays.
  }
}

// Being told on this device

type State = "insecure" | "unsupported" | "install" | "refused" | "on" | "off" | "failed";

function isApple(): boolean {
  return /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

function isApp(): boolean {
  return matchMedia("(display-mode: standalone)").matches || ("standalone" in navigator && Boolean(navigator.standalone));
}

async function stateOf(found: ServiceWorkerRegistration | undefined): Promise<State> {
  if (!isSecureContext) return "insecure";
  if (!found || !("PushManager" in window) || !("Notification" in window)) {
    return isApple() && !isApp() ? "install" : "unsupported";
  }
  if (Notification.permission === "denied") return "refused";
  return (await subscriptionOf(found)) ? "on" : "off";
}

function showState(panel: HTMLElement, state: State): void {
  const said = find("[data-state]", panel);
  if (said) said.textContent = panel.dataset[state] ?? "";
  panel.dataset.now = state;
  for (const button of all<HTMLButtonElement>("[data-push]", panel)) {
    const wanted = button.dataset.push === "on" ? ["off", "failed"] : ["on"];
    button.hidden = !wanted.includes(state);
  }
}

async function post(method: string, address: string, subscription: PushSubscription): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(address, { method, headers, body: JSON.stringify(subscription) });
  if (!answer.ok) throw new Error(answer.statusText);
}

/** Only a click asks for permission. */
async function subscribe(panel: HTMLElement, found: ServiceWorkerRegistration): Promise<State> {
  if ((await Notification.requestPermission()) !== "granted") return stateOf(found);
  const key = panel.dataset.key ?? "";
  const ready = await navigator.serviceWorker.ready;
  // One that another key was used for is of no use any more.
  await (await subscriptionOf(ready))?.unsubscribe();
  const made = await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    await post("POST", panel.dataset.address ?? "", made);
  } catch (trouble) {
    await made.unsubscribe();
    throw trouble;
  }
  localStorage.setItem(OWNER, setting("guest"));
  return "on";
}

async function unsubscribe(panel: HTMLElement, found: ServiceWorkerRegistration): Promise<State> {
  const subscription = await subscriptionOf(found);
  if (subscription) {
    await post("DELETE", panel.dataset.address ?? "", subscription);
    await subscription.unsubscribe();
  }
  return "off";
}

/** A push service that cannot be reached may never answer. A subscription that it gives too late is
 * nobody's, and ended with the next page. */
function tooLong(): Promise<State> {
  return new Promise((done) => setTimeout(() => done("failed"), PATIENCE));
}

function startPanel(found: ServiceWorkerRegistration | undefined): void {
  const panel = find<HTMLElement>("#push");
  if (!panel) return;
  void stateOf(found).then((state) => showState(panel, state));
  onClick("[data-push]", (button) => {
    if (!found || !(button instanceof HTMLButtonElement)) return;
    const act = button.dataset.push === "on" ? subscribe : unsubscribe;
    button.disabled = true;
    Promise.race([act(panel, found), tooLong()])
      .catch((): State => "failed")
      .then((state) => {
        button.disabled = false;
        showState(panel, state);
      });
  });
}

// Installing

function showInstall(): void {
  const panel = find<HTMLElement>("#install");
  if (!panel) return;
  const button = find<HTMLButtonElement>("button", panel);
  if (button) button.hidden = isApp() || !offer;
  const said = find("[data-state]", panel);
  if (!said) return;
  if (isApp()) said.textContent = panel.dataset.installed ?? "";
  else if (!offer) said.textContent = (isApple() ? panel.dataset.share : panel.dataset.menu) ?? "";
  else said.textContent = "";
}

function startInstall(): void {
  showInstall();
  // The browser keeps its own offer to itself: whoever wants it finds it where settings are.
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as Offer;
    showInstall();
  });
  addEventListener("appinstalled", () => {
    offer = null;
    showInstall();
  });
  onClick("#install button", () => {
    void offer?.prompt();
    offer = null;
    showInstall();
  });
}

async function start(): Promise<void> {
  const found = await registered();
  await forgetStrangers(found).catch(() => undefined);
  startPanel(found);
  await look();
}

export function startApp(): void {
  startInstall();
  // After everything the page needs itself.
  if (document.readyState === "complete") void start();
  else addEventListener("load", () => void start());
  document.addEventListener("visibilitychange", () => void look());
  setInterval(() => void look(), LOOK_EVERY);
  navigator.serviceWorker?.addEventListener("message", () => void look());
}
