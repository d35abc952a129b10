// The service worker: what works while no page is open. It shows words that were pushed, and a page
// that says so when there is no connection. It keeps that page and nothing else: what is on a
// table is nobody's business once its page is closed.

/** What the server writes above this script; see `pages/as_app.py`. */
interface Setup {
  root: string;
  mark: string;
  language: string;
  offline: string;
  assets: string[];
  icon: string;
  badge: string;
  something: string;
  key: string;
  subscriptions: string;
}

interface Word {
  subject: string;
  text: string;
  link: string;
  tag: string;
  waiting: number;
  language: string;
}

interface Changed extends ExtendableEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

declare const self: ServiceWorkerGlobalScope & { QUARTERDECK: Setup };

const VERSION = 1;
const setup = self.QUARTERDECK;
// Other servers may share this address under paths of their own.
const family = `quarterdeck:${setup.root}:`;
const cacheName = family + setup.mark;
const home = new URL(`${setup.root}/`, self.location.href);
const kept = new Set(setup.assets.map((path) => new URL(path, home).href));

// A new version takes over at once: pages ask it for nothing that could have changed.

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Nobody in particular asks for them.
  const wanted = [setup.offline, ...setup.assets];
  await cache.addAll(wanted.map((path) => new Request(path, { credentials: "omit", cache: "reload" })));
  await self.skipWaiting();
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(family) && name !== cacheName) await caches.delete(name);
  }
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// Without a connection

async function visit(event: FetchEvent): Promise<Response> {
  try {
    const begun = (await event.preloadResponse) as Response | undefined;
    return begun ?? (await fetch(event.request));
  } catch (trouble) {
    const page = await caches.match(setup.offline, { cacheName });
    if (page) return page;
    throw trouble;
  }
}

async function bring(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName })) ?? fetch(request);
}

// Words

function read(data: PushMessageData | null): Word {
  const word: Word = {
    subject: setup.something,
    text: "",
    link: home.href,
    tag: "",
    waiting: -1,
    language: setup.language,
  };
  let told: Partial<Word> & { version?: number };
  try {
    told = (data?.json() ?? {}) as typeof told;
  } catch {
    // Something has to be shown: browsers take the right to be told from those who show nothing.
    return word;
  }
  return told.version === VERSION && told.subject ? { ...word, ...told } : word;
}

async function show(word: Word): Promise<void> {
  const options: NotificationOptions & { renotify?: boolean } = {
    body: word.text,
    lang: word.language,
    icon: setup.icon,
    badge: setup.badge,
    data: word.link,
  };
  if (word.tag) {
    // One at a time for each table, but each is heard.
    options.tag = word.tag;
    options.renotify = true;
  }
  await self.registration.showNotification(word.subject, options);
  if (word.waiting < 0) return;
  await count(word.waiting);
  const pages = await self.clients.matchAll({ type: "window" });
  for (const page of pages) page.postMessage({ waiting: word.waiting });
}

async function count(waiting: number): Promise<void> {
  try {
    if (waiting > 0) await self.navigator.setAppBadge?.(waiting);
    else await self.navigator.clearAppBadge?.();
  } catch {
    // Only apps that are installed have a badge.
  }
}

/** Where a word leads, on this server whatever it says. */
function within(link: string): string {
  try {
    const { pathname, search, hash } = new URL(link, home);
    const target = new URL(pathname + search + hash, home);
    return target.pathname.startsWith(home.pathname) ? target.href : home.href;
  } catch {
    return home.href;
  }
}

async function open(link: string): Promise<void> {
  const target = within(link);
  const { pathname } = new URL(target);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find((page) => [pathname, `${pathname}/text`].includes(new URL(page.url).pathname));
  if (shown) await shown.focus();
  else await self.clients.openWindow(target);
}

/** The browser has changed its address: the server is told, if somebody is still signed in here. */
async function move(event: Changed): Promise<void> {
  const options = { userVisibleOnly: true, applicationServerKey: setup.key };
  const fresh = event.newSubscription ?? (await self.registration.pushManager.subscribe(options));
  await post("POST", fresh);
  if (event.oldSubscription) await post("DELETE", event.oldSubscription);
}

async function post(method: string, subscription: PushSubscription): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await fetch(setup.subscriptions, { method, headers, body: JSON.stringify(subscription) });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(event));
  else if (kept.has(request.url)) event.respondWith(bring(request));
});
self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data ?? "")));
});
self.addEventListener("pushsubscriptionchange", (event) => {
  (event as Changed).waitUntil(move(event as Changed));
});

// What is declared here is this file's own.
export {};
