/** Colours between night and day: light is made of flat colours, as filters and layers cost frames. */

const channels = (hex: string): [number, number, number] => {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** `part` of the way from one `#rrggbb` to another. */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)];
  const at = (index: 0 | 1 | 2) => Math.round(a[index] + (b[index] - a[index]) * part);
  return `rgb(${at(0)},${at(1)},${at(2)})`;
}
