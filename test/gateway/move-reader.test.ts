import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { GameSocket } from '../../src/server/live/gateway/game-connection.js';
import { readMoves } from '../../src/server/live/gateway/move-reader.js';
import { plain } from '../support/move-hall.js';

describe('the reader of a connection', () => {
  const text = Buffer.from(plain(0));

  function connect(state: object = {}, name = 'websocket') {
    const socket = new EventEmitter();
    const ordinary = vi.fn<(data: unknown, isBinary: boolean) => void>();
    const take = vi.fn<() => void>();
    socket.on('message', ordinary);
    const transport = { name, socket };
    const conn = { readyState: 'open', pingTimeoutTimer: null, transport, ...state };
    return { socket, ordinary, take, stop: readMoves({ conn } as unknown as GameSocket, take) };
  }

  it.each([
    ['is being closed', text, false, { readyState: 'closing' }],
    ['is closed', text, false, { readyState: 'closed' }],
    ['is asked for a sign of life', text, false, { pingTimeoutTimer: {} }],
    ['sends bytes', text, true, {}],
    ['sends pieces', [text], false, {}],
    ['sends other letters', Buffer.from(plain(0).replace('0.5', '0.５')), false, {}],
    ['sends more than a move', Buffer.concat([text, Buffer.alloc(300, ' ')]), false, {}],
  ])('leaves the message alone where it %s', async (_, data, isBinary, state) => {
    const { socket, ordinary, take } = connect(state);
    socket.emit('message', data, isBinary);
    await new Promise(process.nextTick);
    expect(take).not.toHaveBeenCalled();
    expect(ordinary.mock.calls).toEqual([[data, isBinary]]);
    expect(ordinary.mock.contexts).toEqual([socket]);
  });

  it('does not even look at what is longer than a move', () => {
    const { socket, take, ordinary } = connect();
    const long = Buffer.alloc(16_000, '4');
    const spelled = vi.spyOn(long, 'toString');
    socket.emit('message', long, false);
    expect([spelled, take, ordinary].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
  });

  it('takes a move in the next tick, once, and gives everything back in the end', async () => {
    const { socket, ordinary, take, stop } = connect();
    socket.emit('message', text, false);
    expect(take).not.toHaveBeenCalled();
    await new Promise(process.nextTick);
    expect(take.mock.calls).toEqual([[{ newPosition: [0.1, 0.5] }]]);
    expect(socket.listenerCount('message')).toBe(1);
    stop();
    expect(socket.listeners('message')).toEqual([ordinary]);
    socket.emit('message', text, false);
    expect([take.mock.calls.length, ordinary.mock.calls.length]).toEqual([1, 1]);
  });

  it('leaves one that polls alone', () => {
    const { socket, ordinary, stop } = connect({}, 'polling');
    expect(socket.listeners('message')).toEqual([ordinary]);
    stop();
    expect(socket.listeners('message')).toEqual([ordinary]);
  });
});
