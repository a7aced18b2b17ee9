/** A picture in its sizes, as WebP. */
export interface PictureBytes {
  large: Buffer;
  small: Buffer;
  /** Missing where the picture is kept since before there were any. */
  square?: Buffer;
}
