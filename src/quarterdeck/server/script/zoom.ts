// Zoom and pan: the sheet grows inside a scrolling frame.
import { find } from "./dom";
import { nearPart } from "./framing";

const FARTHEST = 1;
const NEAREST = 5;

export class Zoom {
  dragged = false;
  private level = 1;
  private readonly touches = new Map<number, { x: number; y: number }>();

  /** `onZoom` is called whenever the sheet has another size. */
  constructor(
    private readonly pan: HTMLElement,
    private readonly onZoom: () => void,
  ) {
    const box = find<SVGSVGElement>("svg", pan)?.viewBox.baseVal;
    if (box?.height) pan.style.setProperty("--aspect", String(box.width / box.height));
    pan.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    pan.addEventListener("dblclick", (event) => this.doubleClick(event));
    pan.addEventListener("pointerdown", (event) => this.press(event));
    pan.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
      pan.addEventListener(end, (event) => this.release(event));
    }
  }

  command(what: string): void {
    const near = nearPart(this.pan);
    if (what === "fit" && this.level === FARTHEST && near) {
      this.show(near);
      return;
    }
    const box = this.pan.getBoundingClientRect();
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    const factor = what === "in" ? 1.35 : what === "out" ? 1 / 1.35 : 0;
    this.set(this.level * factor, ...middle);
  }

  /** Bring up a part of the board, given in its own units, as large as fits. */
  show(part: DOMRect): void {
    const board = find<SVGSVGElement>("svg", this.pan);
    const measure = board?.viewBox.baseVal;
    if (!board || !measure) return;
    const room = this.pan.getBoundingClientRect();
    const whole = Math.min(room.width / measure.width, room.height / measure.height);
    this.set(Math.min(room.width / part.width, room.height / part.height) / whole, room.x, room.y);
    const sheet = board.getBoundingClientRect();
    const unit = sheet.width / measure.width;
    this.pan.scrollLeft += sheet.x + (part.x + part.width / 2) * unit - (room.x + room.width / 2);
    this.pan.scrollTop += sheet.y + (part.y + part.height / 2) * unit - (room.y + room.height / 2);
  }

  private set(wanted: number, x: number, y: number): void {
    const sheet = this.pan.firstElementChild;
    if (!sheet) return;
    const level = Math.max(FARTHEST, Math.min(NEAREST, wanted));
    const before = sheet.getBoundingClientRect();
    const [fx, fy] = [(x - before.x) / before.width, (y - before.y) / before.height];
    this.level = level;
    this.pan.style.setProperty("--zoom", String(level));
    this.pan.classList.toggle("near", level > 1);
    const after = sheet.getBoundingClientRect();
    this.pan.scrollLeft += after.x + fx * after.width - x;
    this.pan.scrollTop += after.y + fy * after.height - y;
    this.onZoom();
  }

  private wheel(event: WheelEvent): void {
    // Over a spot where something can be put down, the wheel turns it
    if (event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    this.set(this.level * Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  private doubleClick(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest(".spot.open")) return;
    this.set(this.level > 1 ? FARTHEST : 2.4, event.clientX, event.clientY);
  }

  private press(event: PointerEvent): void {
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = false;
  }

  private move(event: PointerEvent): void {
    const last = this.touches.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...this.touches].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (other) {
      const grown = distance(now, other) / Math.max(1, distance(last, other));
      this.set(this.level * grown, (now.x + other.x) / 2, (now.y + other.y) / 2);
      this.dragged = true;
    } else if (this.dragged || distance(now, last) > 4) {
      // The browser scrolls by finger itself.
      if (this.level > 1 && event.pointerType === "mouse") {
        this.pan.scrollLeft -= now.x - last.x;
        this.pan.scrollTop -= now.y - last.y;
        this.pan.classList.add("grabbed");
      }
      this.dragged = true;
    } else {
      return;
    }
    this.touches.set(event.pointerId, now);
  }

  private release(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    this.pan.classList.remove("grabbed");
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
