import { describe, expect, it } from 'vitest';
import {
  decode,
  encodeCommand,
  encodeConnect,
  frameHeaderBytes,
  isAboutRoster,
  isNotable,
  isPing,
  tells,
} from '../../load-test/swarm/wire.js';

const event = (name: string, payload: unknown = {}): string =>
  `42/game,${JSON.stringify([name, payload])}`;

describe('framing by hand', () => {
  it('reads every kind of packet that a server sends', () => {
    expect(decode('0{"sid":"a","pingInterval":5000}')).toEqual({ type: 'open' });
    expect(decode('2')).toEqual({ type: 'ping' });
    expect(decode('40/game,{"sid":"b"}')).toEqual({ type: 'connected' });
    expect(decode('41/game,')).toEqual({ type: 'disconnected' });
    expect(decode('44/game,{"message":"full"}')).toEqual({ type: 'refused', message: 'full' });
    expect(decode('6')).toEqual({ type: 'other' });
    expect(decode(event('exitRoom', { playerId: 'p' }))).toEqual({
      type: 'update',
      update: { name: 'exitRoom', payload: { playerId: 'p' } },
    });
  });

  it('reads acknowledgements and events that ask for one', () => {
    expect(decode('43/game,17[{"ok":true}]')).toEqual({
      type: 'ack',
      id: 17,
      result: { ok: true },
    });
    expect(decode('42/game,3["startGame",""]')).toEqual({
      type: 'update',
      update: { name: 'startGame', payload: '' },
    });
  });

  it('keeps commas and slashes of the payload', () => {
    const update = { name: 'setPlayerName', payload: { playerId: '/p', playerName: 'a,b/c' } };
    expect(decode(event(update.name, update.payload))).toEqual({ type: 'update', update });
    expect(decode(`42${JSON.stringify([update.name, update.payload])}`)).toEqual({
      type: 'update',
      update,
    });
  });

  it('writes what Socket.IO reads', () => {
    expect(encodeConnect({ role: 'player' })).toBe('40/game,{"role":"player"}');
    expect(encodeCommand('chatMessage', { message: '안녕' })).toBe(
      '42/game,["chatMessage",{"message":"안녕"}]',
    );
    expect(encodeCommand('setPlayerName', { playerName: 'a' }, 5)).toBe(
      '42/game,5["setPlayerName",{"playerName":"a"}]',
    );
  });
});

describe('telling frames apart without reading them', () => {
  it('knows pings by one byte', () => {
    expect(isPing(Buffer.from('2'))).toBe(true);
    expect(isPing(Buffer.from('3'))).toBe(false);
    expect(isPing(Buffer.from('2probe'))).toBe(false);
  });

  it.each(['updatePosition', 'chatMessage', 'joinRoom', 'endQuizTime', 'updatePresence', 'phase'])(
    'does not read %s',
    (name) => expect(isNotable(Buffer.from(event(name)))).toBe(false),
  );

  it.each(['exception', 'notice', 'kickRoom', 'startQuizTime'])('reads %s', (name) =>
    expect(isNotable(Buffer.from(event(name)))).toBe(true),
  );

  it.each(['41/game,', '44/game,{}', '43/game,1[{}]', '42'])('reads the packet %s', (frame) =>
    expect(isNotable(Buffer.from(frame))).toBe(true),
  );

  it('knows what changes the roster', () => {
    const changing = ['joinRoom', 'exitRoom', 'kickRoom', 'updatePosition', 'getSelfId'].filter(
      (name) => isAboutRoster(Buffer.from(event(name))),
    );
    expect(changing).toEqual(['joinRoom', 'exitRoom', 'kickRoom']);
  });

  it('knows what compact frames tell beside others', () => {
    const question = ['startQuizTime', { quiz: '?', choiceList: [], startTime: 0, endTime: 0 }];
    const flush = (...updates: unknown[]): Buffer =>
      Buffer.from(event('flush', [7, '', null, null, updates]));
    expect(tells(flush(['phase', {}], question), 'startQuizTime')).toBe(true);
    const reveal = flush(['phase', {}], ['endQuizTime', [1, []]]);
    expect(tells(reveal, 'startQuizTime')).toBe(false);
    expect(tells(reveal, 'endQuizTime')).toBe(true);
    expect(tells(Buffer.from(event('startQuizTime')), 'startQuizTime')).toBe(false);
    // What somebody says is no event.
    const said = Buffer.from(event('flush', [7, '', [1, 0, [[-1, '["myResult",', 0]]]]));
    expect(tells(said, 'myResult')).toBe(false);
  });

  it('counts the bytes of WebSocket headers', () => {
    expect([0, 125, 126, 65_535, 65_536].map(frameHeaderBytes)).toEqual([2, 2, 4, 4, 10]);
  });
});
