import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
