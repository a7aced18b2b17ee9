/** Colours as `#rrggbb`; what follows, as in `#rrggbbaa`, is not looked at. */

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** `share` (0..1) of the second colour in the first. */
export function mix(first: string, second: string, share: number): string {
  const others = channels(second);
  const mixed = channels(first).map((one, i) => one + ((others[i] as number) - one) * share);
  return `#${mixed.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance, 0..1 (WCAG 2.2). */
export function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Of two colours by their luminance, 1 to 21 (WCAG 2.2). */
export function contrast(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
