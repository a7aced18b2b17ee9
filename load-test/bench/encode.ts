import { bytesOf, ENCODINGS } from './encodings.js';
import { measure } from './measure.js';
import type { Piece } from './piece.js';
import { CHATS, MOVES, sampleFlush } from './sample-flush.js';

export const encode: Piece = {
  name: 'encode',
  about: 'a flush into what goes over the wire, Socket.IO’s framing included',
  run: async ({ quick }) => {
    const flush = sampleFlush();
    const tasks = ENCODINGS.map((encoding) => ({
      name: encoding.name,
      run: () => encoding.encode(flush),
      bytes: bytesOf(encoding.encode(flush)),
    }));
    return [
      {
        title: 'encode',
        operation: `one flush of ${MOVES} moves and ${CHATS} messages, once per audience`,
        figures: await measure(tasks, quick),
        note: '',
      },
    ];
  },
};
