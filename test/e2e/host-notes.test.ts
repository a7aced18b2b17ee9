import { afterEach, describe, expect, it } from 'vitest';
import type { HandshakeAuth } from '../../src/protocol/index.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { standIn } from '../support/arena.js';
import type { TestClient } from '../support/client.js';
import { goTo, SLOW, useHall } from '../support/hall.js';
import { markedSet, marksIn } from '../support/marked-set.js';

const hall = useHall(SLOW, [markedSet]);

afterEach(closeFleets);

const cockpitOf = (person: TestClient, extra: HandshakeAuth = {}): HandshakeAuth => ({
  role: 'cockpit',
  token: person.token,
  ...extra,
});

const bytesOf = (client: TestClient): string => client.raw.join('\n');
const isTold = /hostNotes|zoneCounts|"answer"/;
const notesOf = (client: TestClient) => client.last('hostNotes');
/** The text of the right choice as a page shows it. */
const rightOf = ({ answer, choiceList }: { answer: number; choiceList: { content: string }[] }) =>
  choiceList[answer - 1]!.content;
const rightInSet = (quiz: string): string => {
  const question = markedSet.questions.find((one) => one.quiz === quiz)!;
  return question.choices[question.answers[0]!]!;
};

/** An owner without a seat in two cockpits, a co-host who plays and has one too, players and a projector. */
async function openHall(crowd: 'visible' | 'blind' = 'visible') {
  const owner = hall.connect();
  const { gameId: pin } = await owner.do('createRoom', { hostPlays: false, crowd });
  await owner.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 4 });
  const compact = await hall.join(pin, '', cockpitOf(owner, { format: 'compact' }));
  const player = await hall.join(pin, 'Json');
  const coHost = await hall.join(pin, 'Compact', { format: 'compact' });
  await owner.do('setCoHost', { playerId: coHost.playerId, isCoHost: true });
  const playing = await hall.join(pin, '', cockpitOf(coHost));
  const playingCompact = await hall.join(pin, '', cockpitOf(coHost, { format: 'compact' }));
  const screens = [
    await hall.join(pin, '', { role: 'screen' }),
    await hall.join(pin, '', { role: 'screen', token: owner.token, format: 'compact' }),
  ];
  const told = [owner, compact];
  const others = [player, coHost, playing, playingCompact, ...screens];
  const room = { pin, host: owner, players: [...told, ...others] };
  return { room, pin, owner, compact, player, coHost, playing, told, others };
}

describe.concurrent('R4.2 what is secret before the bell', () => {
  it('goes to cockpits of people without a seat, and no byte of it to anybody else', async () => {
    const { room, pin, owner, told, others, coHost } = await openHall();
    const asked = new Set<string>();
    for (let index = 0; index < 3; index++) {
      await goTo(room, 'question', index);
      const question = owner.last('startQuizTime')!;
      for (const mark of marksIn(question.quiz)) asked.add(mark);
      for (const client of told) {
        await client.wait('hostNotes', (notes) => notes.answer !== null && notes.index === index);
        const { answer, coming } = notesOf(client)!;
        expect(rightOf({ answer: answer!, choiceList: question.choiceList })).toBe(
          rightInSet(question.quiz),
        );
        expect(coming).toHaveLength(3 - index);
        for (const one of coming) expect(rightOf(one)).toBe(rightInSet(one.quiz));
      }
      // A cockpit that comes in the middle.
      const late = await hall.join(pin, '', cockpitOf(owner));
      expect(await late.wait('hostNotes')).toEqual(notesOf(owner));
      late.close();
      const latePlaying = await hall.join(pin, '', cockpitOf(coHost));
      await latePlaying.wait('startQuizTime');
      for (const client of [...others, latePlaying]) {
        const heard = bytesOf(client);
        expect(heard).not.toMatch(/hostNotes|zoneCounts/);
        const since = heard.slice(heard.lastIndexOf('startQuizTime'));
        expect(since).not.toMatch(isTold);
      }
      for (const client of others) expect(marksIn(bytesOf(client))).toEqual(asked);
      latePlaying.close();
      const next = notesOf(owner)!.coming[0]!.quiz;
      await goTo(room, 'reveal', index);
      await owner.wait('hostNotes', (notes) => notes.index === index && notes.answer === null);
      await goTo(room, 'question', index + 1);
      expect(owner.last('startQuizTime')!.quiz).toBe(next);
    }
  });

  it('is not told again by a pause', async () => {
    const { room, owner } = await openHall();
    await goTo(room, 'question');
    await owner.wait('hostNotes', ({ answer }) => answer !== null);
    const known = owner.all('hostNotes').length;
    await owner.do('pauseGame', {});
    await owner.do('resumeGame', {});
    await goTo(room, 'reveal');
    await owner.until(() => owner.all('hostNotes').length > known);
    expect(owner.all('hostNotes')).toHaveLength(known + 1);
  });

  it('R4.14 may pick what is asked next, with the phase that it saw', async () => {
    const { room, owner, compact, coHost, playing } = await openHall();
    await goTo(room, 'question');
    const { version } = owner.last('phase')!;
    const { coming } = await owner.wait('hostNotes', ({ answer }) => answer !== null);
    expect(await coHost.fail('pickQuestion', { version, place: 1 })).toBe('FORBIDDEN');
    expect(await playing.fail('pickQuestion', { version, place: 1 })).toBe('FORBIDDEN');
    expect(await owner.fail('pickQuestion', { version: version - 1, place: 1 })).toBe('TOO_LATE');
    expect(await owner.fail('pickQuestion', { version, place: 3 })).toBe('BAD_REQUEST');
    const known = owner.all('hostNotes').length;
    await compact.do('pickQuestion', { version, place: 2 });
    // A second press of the same button.
    expect(await compact.fail('pickQuestion', { version, place: 2 })).toBe('TOO_LATE');
    await owner.until(() => owner.all('hostNotes').length > known);
    expect(notesOf(owner)!.coming).toEqual([coming[2], coming[0], coming[1]]);
    await goTo(room, 'question', 1);
    expect(coHost.last('startQuizTime')!.quiz).toBe(coming[2]!.quiz);
    expect(bytesOf(coHost)).not.toMatch(/hostNotes/);
  });

  it('R7.5 tells the counts of a blind question as people walk, and to nobody who plays', async () => {
    const { room, owner, compact, player, coHost, told, others } = await openHall('blind');
    await goTo(room, 'question');
    const goes = (client: TestClient, zone: number) =>
      client.do('updatePosition', { newPosition: standIn(zone, 4) });
    await goes(player, 1);
    await goes(coHost, 4);
    for (const client of told)
      await client.wait('zoneCounts', ({ counts }) => counts.join() === '1,0,0,1');
    await goes(player, 4);
    for (const client of told)
      await client.wait('zoneCounts', ({ counts }) => counts.join() === '0,0,0,2');
    // One for each that has changed, whatever else people did meanwhile.
    const heard = owner.all('zoneCounts').map(({ counts }) => counts.join());
    expect(heard).toEqual(heard.filter((counts, n) => counts !== heard[n - 1]));
    const late = await hall.join(room.pin, '', cockpitOf(owner, { format: 'compact' }));
    expect(await late.wait('zoneCounts')).toEqual({ counts: [0, 0, 0, 2] });
    await owner.do('skipPhase', {});
    await compact.wait('endQuizTime');
    for (const client of others) expect(bytesOf(client)).not.toMatch(/hostNotes|zoneCounts/);
  });

  it('keeps who was told from playing until the game ends', async () => {
    const { room, pin, owner, player } = await openHall();
    const asPlayer = (of: TestClient) => hall.connect({ token: of.token });
    await goTo(room, 'question');
    expect(await asPlayer(owner).fail('joinRoom', { gameId: pin })).toBe('KNOWS_ANSWERS');
    owner.close();
    expect(await asPlayer(owner).fail('joinRoom', { gameId: pin })).toBe('KNOWS_ANSWERS');
    // By the query, as old programs come.
    const byQuery = hall.connectByQuery({ 'game-id': pin }, { token: owner.token });
    expect(await byQuery.wait('exception')).toMatchObject({ code: 'KNOWS_ANSWERS' });
    const back = await hall.join(pin, '', cockpitOf(owner));
    await back.do('endGame', {});
    await player.wait('endGame');
    const seated = asPlayer(owner);
    expect(await seated.fail('joinRoom', { gameId: pin })).toBe('ok');
    // Now a player, whose cockpit is told nothing of the next game.
    const known = back.all('hostNotes').length;
    await back.do('startGame', {});
    await seated.wait('startGame');
    await back.do('skipPhase', {});
    await seated.wait('startQuizTime');
    await back.wait('phase', ({ kind, version }) => kind === 'question' && version > 3);
    expect(back.all('hostNotes')).toHaveLength(known);
    expect(bytesOf(seated)).not.toMatch(isTold);
  });
});

describe('R4.2 over two processes', () => {
  it('a cockpit here keeps its person from a seat there, after its process has ended as well', async () => {
    const fleet = await Fleet.inProcess(2, SLOW, [markedSet]);
    const owner = fleet.connect(0);
    const { gameId } = await owner.do('createRoom', { hostPlays: false });
    await owner.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 4 });
    const guest = await fleet.join(1, gameId, 'Guest');
    await owner.do('startGame', {});
    await owner.wait('hostNotes');
    await guest.wait('startGame');
    const sits = () => fleet.connect(1, { token: owner.token }).fail('joinRoom', { gameId });
    expect(await sits()).toBe('KNOWS_ANSWERS');
    const other = fleet.connect(1, cockpitOf(owner));
    await other.do('joinRoom', { gameId });
    expect(await other.wait('hostNotes')).toEqual(notesOf(owner));
    await fleet.servers.shift()!.stop();
    const left = () => fleet.connect(0, { token: owner.token }).fail('joinRoom', { gameId });
    expect(await left()).toBe('KNOWS_ANSWERS');
    await other.do('skipPhase', {});
    await other.wait('hostNotes', ({ answer }) => answer !== null);
    await guest.wait('startQuizTime');
    expect(bytesOf(guest)).not.toMatch(isTold);
    await other.do('endGame', {});
    await guest.wait('endGame');
    expect(await left()).toBe('ok');
  });
});
