// Small helpers to find things in the page.

export function find<T extends Element>(selector: string, root: ParentNode = document): T | null {
  return root.querySelector<T>(selector);
}

export function all<T extends Element>(selector: string, root: ParentNode = document): T[] {
  return [...root.querySelectorAll<T>(selector)];
}

/** Call back for every click on, or inside, an element that matches. */
export function onClick(selector: string, act: (found: HTMLElement, event: MouseEvent) => void): void {
  document.addEventListener("click", (event) => {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (found) act(found, event);
  });
}

/** Call back whenever parts of the page have been replaced. */
export function onUpdate(act: () => void): void {
  document.addEventListener("htmx:after:swap", act);
  document.addEventListener("quarterdeck:update", act);
}

/** Parts of the page were replaced, but not by htmx. */
export function tellUpdate(): void {
  document.dispatchEvent(new CustomEvent("quarterdeck:update"));
}
