import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftOfPlayed, writtenOf } from '../../src/server/desk/sets/written-draft.js';
import { limits, type PhasePayload, type WirePosition } from '../../src/protocol/index.js';
import { standIn } from '../support/arena.js';
import { TestClient } from '../support/client.js';
import { STATEMENTS } from '../support/kinds.js';
import { closeFleets, Fleet, report, troubles, type Room } from './fleet.js';
import { lost } from './watching.js';

const ROOMS = 34;
const SERIES = 3;
const PARTS = 2;
/** Hosts are on the last process, and a guest of each room on either of the others. */
const SURVIVOR = 2;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start(3, {
    COUNTDOWN_MS: '60000',
    GET_READY_MS: '200',
    REVEAL_MS: '60000',
    MAX_CONNECTIONS_PER_ADDRESS: '1000',
  });
});
afterAll(closeFleets);

interface Played extends Room {
  /** The newest connection of each player. */
  now: TestClient[];
}

const isRight = (room: number, player: number, series: number, part: number): boolean =>
  ((room * 7 + player * 3 + series * 5 + part) * 2_654_435_761) % 97 < 55;

async function openRoom(): Promise<Played> {
  const room = await fleet.openRoom(SURVIVOR, { scoring: 'flat', questionOrder: 'written' }, 2);
  const parts = [
    { text: 'Yes', answer: 'O' as const },
    { text: 'No', answer: 'X' as const },
  ];
  // Seen by all, so that a mark tells what is shared.
  const questions = Array.from({ length: SERIES }, (_, n) =>
    writtenOf(
      draftOfPlayed(
        { ...STATEMENTS, quiz: `Series ${n}`, parts, limitTime: 15, blind: false },
        new Set(),
      ),
    ),
  );
  await fleet.bring(room, questions);
  await room.host.do('startGame', {});
  return { ...room, now: [...room.players] };
}

/** The host ends the phase, and everybody is in the next one. */
async function skipTo(rooms: Played[], fits: (phase: PhasePayload) => boolean): Promise<void> {
  await Promise.all(
    rooms.map(async ({ host, now }) => {
      await host.do('skipPhase', {});
      const isThere = (one: TestClient) => () => {
        const phase = one.last('phase');
        return phase !== undefined && fits(phase);
      };
      await Promise.all(now.map((one) => one.until(isThere(one), 'the phase')));
    }),
  );
}

const hasSeen = (watcher: TestClient, id: string, [x, y]: WirePosition): boolean =>
  watcher
    .all('updatePosition')
    .flatMap(({ updates }) => updates)
    .some(
      ({ playerId, playerPosition: at }) =>
        playerId === id && Math.hypot(at[0] - x, at[1] - y) < 0.003,
    );

/** Everybody stands where they mean to; the parts of a room come in an order of its own. */
async function standAll(rooms: Played[], series: number, part: number): Promise<void> {
  await Promise.all(
    rooms.flatMap(({ host, now }, room) =>
      now.map(async (client, player) => {
        await client.until(() => {
          const asked = client.last('startQuizTime');
          return asked !== undefined && 'parts' in asked && asked.parts.length === part + 1;
        }, 'the part');
        const asked = client.last('startQuizTime')!;
        const isSo = 'parts' in asked && asked.parts.at(-1) === 'Yes';
        const zone = isRight(room, player, series, part) === isSo ? 1 : 2;
        const [x, y] = standIn(zone, 2);
        // Nobody stands twice at one place, so that the host's process is seen to know of this answer.
        const place: WirePosition = [x, y + 0.01 * (1 + series * PARTS + part)];
        await client.do('updatePosition', { newPosition: place });
        await host.until(() => hasSeen(host, client.playerId, place), 'the answer');
      }),
    ),
  );
}

/** The choices have been there for so long that a skip judges them. */
async function untilJudged(rooms: Played[]): Promise<void> {
  const started = rooms.map(({ host }) => host.last('startQuizTime')!.startTime);
  await sleep(Math.max(...started) + limits.MIN_SHOWN_MS + 100 - Date.now());
}

/** All that was sent to a process before is with the store: a mark of a room there has come through it. */
async function untilShared(process: number, { host, pin }: Played): Promise<void> {
  const client = TestClient.withToken(fleet.server(process).url);
  await client.do('joinRoom', { gameId: pin, playerName: `Mark ${process}` });
  const { playerId } = client;
  await client.do('updatePosition', { newPosition: [0.5, 0.5] });
  const isSeen = () =>
    host
      .all('updatePosition')
      .some(({ updates }) => updates.some((one) => one.playerId === playerId));
  await host.until(isSeen, 'the mark');
  client.close();
}

/** Kills a process, and brings its guests back through the last one. */
async function kill(rooms: Played[], process: number): Promise<void> {
  fleet.server(process).process.kill('SIGKILL');
  await Promise.all(
    rooms.map(async ({ players, now, pin }) => {
      await lost(now[process + 1]!);
      const back = fleet.comeBack(players[process + 1]!, SURVIVOR, pin);
      now[process + 1] = back;
      await back.wait('startQuizTime');
      expect(back.last('phase')).toEqual(now[0]!.last('phase'));
    }),
  );
}

it('R16.19 kill -9 between the small bells of 102 series leaves no mark wrong', async () => {
  const rooms = await Promise.all(Array.from({ length: ROOMS }, openRoom));
  let wrong = 0;
  for (let series = 0; series < SERIES; series++) {
    await skipTo(rooms, ({ kind, index, part }) => {
      return kind === 'question' && index === series && part === 0;
    });
    await standAll(rooms, series, 0);
    // After they have answered, before the first bell.
    if (series === 1) {
      await Promise.all(rooms.map((room) => untilShared(1, room)));
      await kill(rooms, 1);
    }
    await untilJudged(rooms);
    await skipTo(rooms, ({ part }) => part === 1);
    // In the gap before the second part.
    if (series === 0) await kill(rooms, 0);
    await standAll(rooms, series, 1);
    await untilJudged(rooms);
    await skipTo(rooms, ({ kind }) => kind === 'reveal');
    await Promise.all(
      rooms.flatMap(({ now }) =>
        now.map((one) => one.until(() => one.all('endQuizTime').length > 0, 'the reveal')),
      ),
    );
    for (const [room, { now, players }] of rooms.entries())
      for (const client of now) {
        await client.until(() => client.last('endQuizTime')?.parts?.length === PARTS);
        const marks = client.last('endQuizTime')!.players;
        for (const [player, { playerId }] of players.entries()) {
          const rights = [0, 1].filter((part) => isRight(room, player, series, part)).length;
          const mark = marks.find((one) => one.playerId === playerId);
          if (mark?.gain !== 50 * rights || mark.isAnswer !== (rights === PARTS)) wrong++;
        }
      }
  }
  report(`${ROOMS * SERIES} series, two processes killed: ${wrong} marks wrong`);
  expect(wrong).toBe(0);
  expect(troubles(fleet.server(SURVIVOR))).toEqual([]);
}, 180_000);
