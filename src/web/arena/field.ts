/** In CSS pixels of the arena. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The largest square in the middle of the arena: what is on a picture is at the same place for everybody. */
export function squareIn(width: number, height: number): Rect {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side };
}
