import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A photograph, more or less: noise that no format packs well. */
export function photo(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } });
}

/** The same in large and soft, as a camera's pictures are, and made faster. */
export async function largePhoto(width: number, height: number): Promise<Sharp> {
  return sharp(
    await photo(width / 5, height / 5)
      .png()
      .toBuffer(),
  ).resize(width, height);
}

/** A black PNG of many pixels in few bytes; with fewer `rows` than it says it has. */
export function flatPng(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit for each pixel.
  head[8] = 1;
  const data = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** A logo of white letters on no ground, as accounts have for dark ones. */
export function whiteLogo(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><g fill="#fff">
    <circle cx="50" cy="50" r="40" /><path d="M110 15h30v70h-30zM155 15h130v28h-130zM155 57h130v28h-130z" />
  </g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The ground that the page puts below a logo, once it has looked at it. */
export const GROUND_OF_LOGO =
  "getComputedStyle(document.querySelector('[data-testid$=-logo]')).backgroundColor";

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
