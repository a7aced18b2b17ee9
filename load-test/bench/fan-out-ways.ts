/** What the processes of the fan-out say to each other. */

/** The two ways of the server; the first is what compact clients get. */
export const WAYS = [
  { name: 'the server: base64, one text frame', frames: 1 },
  { name: 'the server: JSON events, two text frames', frames: 2 },
] as const;

export interface FanOutOrder {
  way: (typeof WAYS)[number]['name'];
  flushes: number;
  intervalMs: number;
}

export interface FanOutCost {
  cpuMicros: number;
  tookMs: number;
}

/** To the clients: answer when so many frames have come since the last answer, or none come any more. */
export interface FrameOrder {
  frames: number;
}

export interface FrameCount {
  frames: number;
  bytes: number;
}
