/** How near to the edge of the window a drag scrolls, and how far in a frame, in CSS pixels. */
const EDGE = 70;
const SCROLL_STEP = 14;

export interface Drag {
  /** Between which rows it would be dropped: before the one with this index. */
  over: (index: number) => void;
  drop: (index: number) => void;
  cancel: () => void;
}

/** Follows a pointer that has grabbed the handle of a row of `list` until it lets go. */
export function followDrag(event: PointerEvent, list: HTMLElement, drag: Drag): void {
  const handle = event.currentTarget as HTMLElement;
  if (event.button !== 0) return;
  const { pointerId } = event;
  handle.setPointerCapture(pointerId);
  let y = event.clientY;
  let index = -1;
  let frame = 0;

  const look = () => {
    const rows = [...list.children];
    // Rows may have moved meanwhile, by scrolling.
    const below = rows.findIndex((row) => {
      const box = row.getBoundingClientRect();
      return y < box.top + box.height / 2;
    });
    index = below < 0 ? rows.length : below;
    drag.over(index);
  };
  const scroll = () => {
    if (y < EDGE) window.scrollBy(0, -SCROLL_STEP);
    else if (y > window.innerHeight - EDGE) window.scrollBy(0, SCROLL_STEP);
    look();
    frame = requestAnimationFrame(scroll);
  };
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return;
    // A press without a move is none.
    if (frame === 0) {
      if (Math.abs(moved.clientY - event.clientY) < 4) return;
      frame = requestAnimationFrame(scroll);
    }
    y = moved.clientY;
  };
  const end = (ended: PointerEvent) => {
    if (ended.pointerId !== pointerId) return;
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', end);
    handle.removeEventListener('pointercancel', end);
    const hasMoved = frame !== 0;
    cancelAnimationFrame(frame);
    if (hasMoved && ended.type === 'pointerup') {
      look();
      drag.drop(index);
    } else drag.cancel();
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
}
