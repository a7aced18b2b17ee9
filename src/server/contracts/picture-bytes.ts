/** A picture in its sizes, as WebP. */
export interface PictureBytes {
  large: Buffer;
  small: Buffer;
  /** Missing where nobody has asked for it yet, of pictures that are kept since before there were any. */
  square?: Buffer;
}
