import { encode } from 'uqr';

/** Around the code, in its squares; phones need it to find the code. */
const BORDER = 2;

export interface QrPath {
  /** Squares in a row. */
  size: number;
  /** One rectangle for each run of dark squares in a row. */
  path: string;
}

/** A QR code for paper, which may be crumpled. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { border: BORDER, ecc: 'M' });
  let path = '';
  for (const [y, row] of data.entries())
    for (let x = 0; x < size;) {
      let end = x;
      while (row[end]) end++;
      if (end > x) path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = Math.max(end, x + 1);
    }
  return { size, path };
}
