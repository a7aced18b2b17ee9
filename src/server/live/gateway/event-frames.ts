/** Socket.IO events of the game's namespace as they go over the wire. */
import { NAMESPACE } from '../../../protocol/index.js';
import { textFrame, textFrames } from './web-socket-frame.js';

/** An Engine.IO packet with a Socket.IO event in it. */
const PREFIX = `42${NAMESPACE},`;
const FLUSH_HEAD = Buffer.from(`${PREFIX}["flush",`);
const FLUSH_TAIL = Buffer.from(']');

export function eventFrame(event: string, payload: unknown): ReturnType<typeof textFrame> {
  return textFrame(PREFIX + JSON.stringify([event, payload]));
}

/** One frame behind the other, of payloads that are JSON already; `payloadBytes` by frame. */
export function flushFrames(texts: readonly Buffer[]): { frames: Buffer; payloadBytes: number[] } {
  const around = FLUSH_HEAD.length + FLUSH_TAIL.length;
  return {
    frames: textFrames(FLUSH_HEAD, texts, FLUSH_TAIL),
    payloadBytes: texts.map(({ length }) => around + length),
  };
}
