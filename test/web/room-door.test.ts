import { afterEach, expect, it, vi } from 'vitest';
import { lookAtDoor, NO_ROOM } from '../../src/web/play/room-door.js';

afterEach(() => vi.unstubAllGlobals());

/** Answers in turn; returns what was asked for. */
function answering(...answers: (() => Response | Promise<Response>)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = answers[asked.length - 1];
    if (answer === undefined) throw new Error('asked once too often');
    return answer();
  });
  return asked;
}

const door = { resultsKept: true, tracksKept: false };
const error = (status: number) => () =>
  Response.json({ error: { code: 'ROOM_NOT_FOUND', resultsKept: true } }, { status });

it('R10.4 a PIN is looked up once, right or wrong', async () => {
  const asked = answering(() => Response.json(door), error(404));
  for (let n = 0; n < 3; n++) expect(await lookAtDoor('111111')).toEqual(door);
  for (let n = 0; n < 3; n++) expect(await lookAtDoor('222222')).toBe(NO_ROOM);
  expect(asked).toEqual(['/api/rooms/111111/door', '/api/rooms/222222/door']);
});

it('R28.4 a PIN whose room has refused somebody is looked up again', async () => {
  const withTickets = { ...door, tickets: { others: false, named: false } };
  answering(
    () => Response.json(door),
    () => Response.json(withTickets),
  );
  expect(await lookAtDoor('444444')).toEqual(door);
  expect(await lookAtDoor('444444', true)).toEqual(withTickets);
  expect(await lookAtDoor('444444')).toEqual(withTickets);
});

it('R17.1 what is refused is nothing that a room tells, and is asked for again', async () => {
  const away = (): never => {
    throw new TypeError('Failed to fetch');
  };
  answering(error(429), error(503), away, () => Response.json(door));
  for (let n = 0; n < 3; n++) expect(await lookAtDoor('333333')).toBeNull();
  expect(await lookAtDoor('333333')).toEqual(door);
});
