/** Largest whole number in [min, max] that `fits`; `min` where none does. */
export function largestFitting(min: number, max: number, fits: (size: number) => boolean): number {
  let low = min;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
