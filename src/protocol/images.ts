/** Pictures that hosts keep for their questions. */

/** Answer to `POST /api/desk/images`, whose body is a file as a camera or a program wrote it. */
export interface KeptImage {
  /** SHA-256 of the picture as it is kept; what a question names it by. */
  id: string;
  /** Of the large one, in pixels. */
  width: number;
  height: number;
  /** Of both sizes, which count against what a host may keep. */
  bytes: number;
}

/** `?size=` of a picture: for phones, and for everything larger. Without it, the large one. */
export type ImageSize = 'small' | 'large';
