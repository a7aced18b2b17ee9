import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rename, type SeatGrant } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import type { Format } from '../../src/protocol/index.js';
import { LOG_LENGTH } from '../../src/server/live/store/limits.js';
import { copyAndStore, CutChannel } from '../support/cut-channel.js';
import { leaveFrom, seatPlayer } from '../support/store-verbs.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let channel: CutChannel;

beforeEach(async () => {
  stage = openStage();
  channel = new CutChannel(stage.bus);
  roomId = await stage.open();
});
afterEach(() => {
  closeStage(stage);
});

/** What starting anew tells in the lobby. */
const WELCOME = [
  'updateRoomOption',
  'updateRoomQuizset',
  'updateScreen',
  'updateModeration',
  'muteChat',
  'updateRehearsal',
  'getSelfId',
  'joinRoom',
  'phase',
];

describe.each(['json', 'compact'] as const)('R8.1 who reads %s, after a gap', (format: Format) => {
  let ann: Actor;
  let bob: Actor;
  let carl: Actor;
  beforeEach(async () => {
    stage.format = format;
    [ann, bob, carl] = (await stage.seatAll(roomId, 'Ann', 'Bob', 'Carl')) as [Actor, Actor, Actor];
  });

  const messages = (actor: Actor): [id: number, message: string][] =>
    stage
      .told(actor)
      .flatMap(([event, payload]) =>
        event === 'chatMessage'
          ? payload.messages.map(({ id, message }): [number, string] => [id, message])
          : [],
      );
  const say = async (message: string): Promise<void> => {
    stage.chat(bob, message);
    await stage.room(roomId).batch.share();
  };
  const playElsewhere = (): Promise<SeatGrant> =>
    seatPlayer(stage.elsewhere, roomId, {
      identityId: 'dora',
      address: '192.0.2.1',
      connectionId: 'elsewhere',
      process: 'elsewhere',
      playerId: 'p-dora',
      playerName: 'Dora',
      position: [0, 0],
      isStoreFull: false,
    });

  it('that the log holds, hears what happened in its order, and all that was said', async () => {
    await say('heard');
    await stage.flush();
    await say('on its way');
    stage.broadcaster.clear();
    await channel.inTheDark(async () => {
      await playElsewhere();
      await stage.changeElsewhere(roomId, rename(bob.seat.playerId, 'Robert'));
      stage.room(roomId).leave(carl.connectionId);
      await leaveFrom(stage.elsewhere, roomId, carl.seat.slot);
      await stage.changeElsewhere(roomId, changeSettings({ isMuted: true }));
      await stage.driver.start(roomId);
      await say('in the dark');
      await stage.changeElsewhere(roomId, changeSettings({ showChat: true }));
      await stage.driver.adjust(roomId, 'skip');
    });
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(stage.eventsTo(ann)).toEqual([
      'joinRoom',
      'setPlayerName',
      'chatMessage',
      'exitRoom',
      'muteChat',
      'startGame',
      'phase',
      'updateScreen',
      'phase',
      'startQuizTime',
      'updatePosition',
      'chatMessage',
    ]);
    expect(messages(ann)).toEqual([
      [2, 'on its way'],
      [3, 'in the dark'],
    ]);
    const [copy, store] = await copyAndStore(stage, roomId);
    expect(copy).toEqual(store);
  });

  it('that the log does not hold, starts anew, and hears each message once', async () => {
    const screen = await stage.watch(roomId);
    await stage.flush();
    stage.broadcaster.clear();
    await say('heard');
    await stage.flush();
    await say('on its way');
    await channel.inTheDark(async () => {
      await say('in the dark');
      await say('as well');
      for (let n = 0; n < LOG_LENGTH; n++)
        await stage.changeElsewhere(roomId, changeSettings({ showChat: n % 2 === 0 }));
      await stage.changeElsewhere(roomId, rename(bob.seat.playerId, 'Robert'));
    });
    await stage.directory.catchUpAll();
    await stage.flush();
    await say('afterwards');
    await stage.flush();
    const [phase, joined] = [WELCOME.at(-1)!, WELCOME.slice(0, -1)];
    const anew = [...joined, 'chatMessage', phase];
    expect(stage.eventsTo(ann)).toEqual(['chatMessage', ...anew, 'chatMessage']);
    const ofScreen = anew.filter((event) => event !== 'getSelfId');
    expect(stage.eventsTo(screen)).toEqual(['chatMessage', ...ofScreen, 'chatMessage']);
    const said = ['heard', 'on its way', 'in the dark', 'as well', 'afterwards'];
    for (const one of [ann, bob, screen])
      expect(messages(one)).toEqual(said.map((message, n) => [n + 1, message]));
    const roster = stage.told(ann).find(([event]) => event === 'joinRoom')?.[1];
    const names = ['Ann', 'Robert', 'Carl'].map((playerName) => ({ playerName }));
    expect(roster).toMatchObject({ everyone: true, players: names });
    expect(stage.broadcaster.reconnected).toEqual([]);
    const [copy, store] = await copyAndStore(stage, roomId);
    expect(copy).toEqual(store);
  });
});
