// The title of the page's tab: whose turn it is, how much nobody has read yet, and at how many other
// tables it is the reader's turn.

const title = document.title;
let turn = "";
let unread = 0;
let waiting = 0;

function write(): void {
  const before = [waiting ? `⚓ ${waiting} ·` : "", unread ? `(${unread})` : "", turn ? `● ${turn} ·` : ""].filter(Boolean);
  document.title = [...before, title].join(" ");
}

/** What the page is called when there is nothing to tell. */
export function plainTitle(): string {
  return title;
}

/** What is said of whose turn it is; nothing if it is not this reader's. */
export function showTurn(word: string): void {
  turn = word;
  write();
}

export function showUnread(count: number): void {
  unread = count;
  write();
}

export function showWaiting(count: number): void {
  waiting = count;
  write();
}
