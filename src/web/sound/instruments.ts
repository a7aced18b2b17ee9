/**
 * The orchestra. `at` is in seconds of an audio context, levels are relative (1 is usual), lengths are in seconds, and
 * degrees are those of `hertz`.
 */
export interface Instruments {
  /** Barrel drum. */
  buk: (at: number, level?: number) => void;
  /** Hourglass drum, struck with the palm. */
  kung: (at: number, level?: number) => void;
  /** The same drum, struck with the stick. */
  deok: (at: number, level?: number) => void;
  /** Small gong, damped by the hand. */
  soe: (at: number, level?: number, length?: number) => void;
  /** Large gong. Its tone bends upwards, and beats. */
  jing: (at: number, level?: number) => void;
  /** Plucked string; one that is held is bent by the left hand. */
  pluck: (at: number, degree: number, level?: number, length?: number) => void;
  /** Wind, for chords: a soft start, and a tone that sways. */
  wind: (at: number, degree: number, level: number, length: number) => void;
  /** Something that falls: a tone and a rush that go down, from and to in Hz. */
  slide: (at: number, level: number, from: number, to: number, length: number) => void;
}
