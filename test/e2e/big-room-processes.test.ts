import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/index.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { BigRoomClient } from '../support/big-room-client.js';
import { TestClient } from '../support/client.js';
import { slowSet, SLOW } from '../support/hall.js';

const PROCESSES = 2;
const SPEAKERS = 24;
const ROUNDS = 3;
/** Of each speaker in a round; all of them are more than the room takes. */
const AT_ONCE = 3;

afterEach(closeFleets);

describe('R23.4 the chat of a big room at two processes', () => {
  it('tells each message to everybody once or to nobody: told and refused are all that was sent', async () => {
    const fleet = await Fleet.inProcess(PROCESSES, SLOW, [slowSet()]);
    const dialAt =
      (n: number) =>
      (options: ConstructorParameters<typeof TestClient>[1]): TestClient => {
        const client = new TestClient(fleet.server(n).url, options);
        fleet.clients.push(client);
        return client;
      };
    const host = new BigRoomClient(dialAt(0));
    const { gameId: pin } = await host.client.do('createRoom', {
      maxPlayerCount: 1_000,
      playerName: 'Host',
    });
    const speakers = await Promise.all(
      Array.from({ length: SPEAKERS }, (_, n) =>
        new BigRoomClient(dialAt(n)).join(pin, `Speaker ${n}`),
      ),
    );
    const screens = await Promise.all(
      [0, 1].map((n) => new BigRoomClient(dialAt(n), 'screen').join(pin, '')),
    );
    const all = [host, ...speakers, ...screens];
    const heardBy = ({ chat }: BigRoomClient): string[] => chat.map(({ message }) => message);
    for (let round = 0; round < ROUNDS; round++) {
      const said = speakers.flatMap((speaker, n) =>
        Array.from({ length: AT_ONCE }, (_, m) => speaker.say(`${round}.${n}.${m}`)),
      );
      await Promise.all(said);
      // The bucket fills again, if not to its brim.
      const mark = `end of round ${round}`;
      await host.client.do('chatMessage', { message: mark });
      await Promise.all(
        all.map((one) => one.client.until(() => heardBy(one).includes(mark), mark)),
      );
    }
    const outcomes = new Map(speakers.flatMap(({ said }) => [...said]));
    const of = (wanted: string): string[] =>
      [...outcomes].flatMap(([message, outcome]) => (outcome === wanted ? [message] : []));
    const [told, refused] = [of('told'), of('refused')];
    expect(outcomes.size).toBe(SPEAKERS * AT_ONCE * ROUNDS);
    expect(told.length + refused.length).toBe(outcomes.size);
    expect(told.length).toBeGreaterThanOrEqual(limits.CROWD_CHATS_AT_ONCE);
    expect(refused.length).toBeGreaterThan(0);
    // In one order for all, with numbers that follow each other.
    const order = heardBy(host);
    const marks = Array.from({ length: ROUNDS }, (_, round) => `end of round ${round}`);
    expect(order.toSorted()).toEqual([...told, ...marks].toSorted());
    for (const one of all) {
      expect(heardBy(one)).toEqual(order);
      expect(one.chat.map(({ id }) => id)).toEqual(order.map((_, n) => n + 1));
    }
  });
});
