import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { CompactFlush } from '../../src/protocol/index.js';
import { ChatLog } from '../../src/web/lib/chat-log.js';

interface Reader {
  connected(): void;
  listen(socket: EventEmitter): void;
}

/** Not by its name: it needs the types of a browser, without which tests are compiled. */
const file = 'facts.ts';
const { FactReader } = (await import(`../../src/web/lib/${file}`)) as {
  FactReader: new (room: object, hooks: object, now: () => number) => Reader;
};

const noop = (): void => undefined;
const SENDER = { playerId: 'a', playerName: 'Ann' };
const said = (id: number): CompactFlush => [id, '', [id, 0, [[-1, `${id}`, 0, SENDER]]]];

it('R8.1 shows a gap where a client that was behind starts anew and missed more than is kept', () => {
  const chat = new ChatLog();
  // Runes need a compiler, so the state is a plain one here.
  const roster = { add: noop, clear: noop, atSlot: noop };
  const room = { chat, roster, tracks: { clear: noop }, followAudience: noop };
  const reader = new FactReader(room, { flush: noop }, () => 0);
  const socket = new EventEmitter();
  reader.listen(socket);
  reader.connected();
  const snapshot: CompactFlush = [1, '', null, [['joinRoom', { players: [], everyone: true }]]];
  const frames = [snapshot, said(1), said(2), snapshot, said(9), said(11)];
  for (const frame of frames) socket.emit('flush', frame);
  const shown = chat.rows.map((row) => (row.kind === 'gap' ? `gap ${row.missed}` : row.entry.id));
  expect(shown).toEqual([1, 2, 'gap 6', 9, 11]);
});

it('R7.3 a question that a snapshot tells again does not change who fell by it', () => {
  const question = { quiz: 'q', choiceList: [], startTime: 1_000, endTime: 2_000 };
  const reveal = { answer: 1, players: [{ playerId: 'me', isAlive: false }] };
  const before = [{ x: 0.1, y: 0.1 }];
  const after = [{ x: 0.9, y: 0.9 }];
  const roster = { add: noop, clear: noop, atSlot: noop, applyMarks: noop };
  const room = {
    chat: new ChatLog(),
    roster,
    tracks: { clear: noop },
    followAudience: noop,
    question: null,
    reveal: null,
    self: { isAlive: true },
    aliveBefore: false,
    crowd: before,
    crowdAtDeadline: [] as object[],
  };
  const socket = new EventEmitter();
  new FactReader(room, { flush: noop }, () => 0).listen(socket);
  socket.emit('startQuizTime', question);
  socket.emit('endQuizTime', reveal);
  Object.assign(room, { self: { isAlive: false }, crowd: after });
  socket.emit('startQuizTime', question);
  socket.emit('endQuizTime', reveal);
  expect(room).toMatchObject({ aliveBefore: true, crowdAtDeadline: before, reveal });

  socket.emit('startQuizTime', { ...question, startTime: 5_000 });
  socket.emit('endQuizTime', reveal);
  expect(room).toMatchObject({ aliveBefore: false, crowdAtDeadline: after });
});
