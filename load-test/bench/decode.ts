import { bytesOf, ENCODINGS } from './encodings.js';
import { measure } from './measure.js';
import type { Piece } from './piece.js';
import { CHATS, MOVES, sampleFlush } from './sample-flush.js';

export const decode: Piece = {
  name: 'decode',
  about: 'the same on the client: from frames to moves and messages',
  run: async ({ quick }) => {
    const flush = sampleFlush();
    const tasks = ENCODINGS.map((encoding) => {
      const frames = encoding.encode(flush);
      return {
        name: encoding.name,
        run: () => encoding.decode(frames),
        bytes: bytesOf(frames),
      };
    });
    return [
      {
        title: 'decode',
        operation: `one flush of ${MOVES} moves and ${CHATS} messages, per client`,
        figures: await measure(tasks, quick),
        note: '',
      },
    ];
  },
};
