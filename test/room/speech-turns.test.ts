import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WordFilter } from '../../src/server/live/moderation/word-filter.js';
import { codeOf } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let host: Actor;
let ann: Actor;
let answers: ((leftMs: number) => void)[];

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({}, 3, 'hana');
  [host, ann] = (await stage.seatAll(roomId, 'hana', 'ann')) as [Actor, Actor];
  answers = [];
  stage.store.takeChat = () => new Promise<number>((answer) => answers.push(answer));
});
afterEach(() => {
  closeStage(stage);
});

const heard = (): string[] =>
  stage.broadcaster
    .payloads(host.connectionId, 'chatMessage')
    .flatMap(({ messages }) => messages.map(({ message }) => message));

describe('while the store is asked whether the chat takes a message', () => {
  it('R2.4, R8.1 who leaves meanwhile has said it all the same', async () => {
    const said = stage.say(ann, 'good bye');
    const gone = stage.exit(ann);
    answers[0]!(0);
    await stage.finish(Promise.all([said, gone]), 1);
    await stage.flush();
    expect(heard()).toEqual(['good bye']);
  });

  it('R8.9 it is looked through for words once the room has taken it, and not where it does not', async () => {
    const mask = vi.spyOn(WordFilter.prototype, 'mask');
    const filtering = stage.rooms.changeSettings(ann.membership.room, { filterWords: true });
    await stage.finish(filtering, 1);
    try {
      const say = (message: string): Promise<string> =>
        codeOf(() => stage.rooms.chat(ann.membership.room, ann.seat, message));
      const [refused, taken] = [say('bad, and too much'), say('bad')];
      expect(answers.length).toBe(2);
      answers[0]!(60_000);
      expect(await stage.finish(refused, 1)).toBe('SLOW_MODE');
      expect(mask).not.toHaveBeenCalled();
      answers[1]!(0);
      expect(await stage.finish(taken, 1)).toBe('ok');
      await stage.flush();
      expect([mask.mock.calls, heard()]).toEqual([[['bad']], ['***']]);
    } finally {
      mask.mockRestore();
    }
  });

  it('R8.2 what the host says later goes behind it, also where it is refused', async () => {
    const first = stage.say(ann, 'first');
    const refused = codeOf(() => stage.say(ann, 'too much'));
    const last = stage.say(host, 'last');
    expect(answers.length).toBe(2);
    answers[1]!(60_000);
    answers[0]!(0);
    expect(await stage.finish(refused, 1)).toBe('SLOW_MODE');
    await stage.finish(Promise.all([first, last]), 1);
    await stage.flush();
    expect(heard()).toEqual(['first', 'last']);
  });
});
