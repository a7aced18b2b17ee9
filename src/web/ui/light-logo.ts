/** From this luminance on a colour is hardly seen on white: its contrast is below 1.6. */
const LIGHT = 0.6;
/** In a picture that has a ground of its own, less of it is clear. */
const CLEAR_SHARE = 0.05;
const LIGHT_SHARE = 1 / 3;

/** Whether too much of a logo is lost on white; its pixels are four numbers each, as a canvas has them. */
export function isLight(pixels: ArrayLike<number>): boolean {
  let clear = 0;
  let light = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 1, 2, 3].map((n) => pixels[at + n]);
    if (alpha < 128) clear++;
    else if (luminance(red, green, blue) > LIGHT) light++;
  }
  const all = pixels.length / 4;
  return clear > all * CLEAR_SHARE && light > (all - clear) * LIGHT_SHARE;
}

/** Close enough to that of WCAG. */
const luminance = (red: number, green: number, blue: number): number =>
  0.2126 * (red / 255) ** 2.2 + 0.7152 * (green / 255) ** 2.2 + 0.0722 * (blue / 255) ** 2.2;
