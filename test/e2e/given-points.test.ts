import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { answer, goTo, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall(SLOW, [slowSet(2)]);

const versionOf = (client: TestClient): number => client.last('phase')!.version;
const scoreOf = (client: TestClient, of: TestClient, score: number) =>
  client.wait('updateScores', ({ players }) =>
    players.some((one) => one.playerId === of.playerId && one.score === score),
  );

describe.concurrent('R27.10 points by hand', () => {
  it('are told to everybody with the reason, listed for the hosts, and taken back', async () => {
    const room = await hall.openRoom({ scoring: 'flat' }, 2);
    const { pin, host, players } = room;
    const [, ann, bob] = players as [TestClient, TestClient, TestClient];
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen', token: host.token });
    const cockpit = await hall.join(pin, '', { role: 'cockpit', token: host.token });
    await goTo(room, 'question');
    // Players who do not walk may stand in the right zone.
    for (const one of [...players, compact]) {
      await one.wait('startQuizTime');
      await answer(one, one === ann);
    }
    const version = versionOf(host);
    const gift = { version, playerId: ann.playerId, points: 250, reason: 'Best <b>song</b>' };
    expect(await ann.fail('givePoints', gift)).toBe('NOT_HOST');
    await host.do('givePoints', gift);
    const to = { playerId: ann.playerId, playerName: 'Player 1', slot: 1 };
    const told = { points: 250, reason: 'Best <b>song</b>', to };
    for (const one of [...players, compact, screen, cockpit]) {
      await scoreOf(one, ann, 250);
      expect(await one.wait('pointsGiven')).toEqual(told);
    }
    for (const one of [host, cockpit])
      expect(await one.wait('givenPoints')).toEqual({ given: [{ id: 1, ...told }] });
    for (const one of [ann, bob, screen]) expect(one.all('givenPoints')).toEqual([]);
    // A question goes on as it was: the same answer counts beside them.
    await host.do('skipPhase', {});
    const { players: marks } = await bob.wait('endQuizTime');
    expect(marks.find(({ playerId }) => playerId === ann.playerId)).toMatchObject({
      score: 350,
      gain: 100,
    });
    await host.do('givePoints', { ...gift, playerId: bob.playerId, points: -50, reason: 'Late' });
    await scoreOf(ann, bob, -50);
    // Nothing of the reveal is shown anew.
    expect(ann.all('endQuizTime')).toHaveLength(1);
    // A new co-host has the list, and a new player has not.
    const late = await hall.join(pin, 'Late');
    expect(late.all('givenPoints')).toEqual([]);
    await host.do('setCoHost', { playerId: bob.playerId, isCoHost: true });
    const { given } = await bob.wait('givenPoints');
    expect(given.map(({ points, reason }) => [points, reason])).toEqual([
      [250, 'Best <b>song</b>'],
      [-50, 'Late'],
    ]);
    await host.do('endGame', {});
    const results = await ann.wait('endGame');
    expect(results.results[0]).toMatchObject({ playerId: ann.playerId, score: 350 });
    // The version may be any of this game.
    await bob.do('takeBackPoints', { version, id: 1 });
    const anew = await ann.wait('endGame', ({ results: rows }) =>
      rows.some(({ playerId, score }) => playerId === ann.playerId && score === 100),
    );
    expect(anew.results[0]?.playerId).toBe(ann.playerId);
    expect(await compact.wait('pointsGiven', ({ isTakenBack }) => isTakenBack === true)).toEqual({
      ...told,
      isTakenBack: true,
    });
    expect(await bob.fail('takeBackPoints', { version, id: 1 })).toBe('BAD_REQUEST');
    await host.do('startGame', {});
    expect(await host.wait('givenPoints', (list) => list.given.length === 0)).toEqual({
      given: [],
    });
    // They are of another game.
    expect(await host.fail('takeBackPoints', { version, id: 2 })).toBe('TOO_LATE');
    const { version: now } = host.last('phase')!;
    expect(await host.fail('givePoints', { ...gift, version: now + 5 })).toBe('TOO_LATE');
  });

  it('go to a team, and are refused where nobody is', async () => {
    const room = await hall.openRoom({ scoring: 'flat', teams: 'choice' }, 3);
    const { host, players } = room;
    for (const [n, one] of players.entries()) await one.do('setTeam', { team: n % 2 });
    await goTo(room, 'question');
    for (const one of players) await answer(one, true);
    await goTo(room, 'reveal');
    const version = versionOf(host);
    await host.do('givePoints', { version, team: 1, points: 30, reason: 'Cheer' });
    const { teams } = await players[2]!.wait('updateScores');
    expect(teams).toMatchObject([
      { team: 1, figure: 130 },
      { team: 0, figure: 100 },
    ]);
    expect((await players[2]!.wait('pointsGiven')).to).toEqual({ team: 1 });
    const gone = players[3]!;
    await gone.do('exitRoom', {});
    await host.wait('exitRoom');
    const gift = { version, points: 5, reason: 'x' };
    expect(await host.fail('givePoints', { ...gift, playerId: gone.playerId })).toBe(
      'PLAYER_NOT_FOUND',
    );
    expect(await host.fail('givePoints', { ...gift, team: 7 })).toBe('BAD_REQUEST');
  });

  it('are refused in survival and before any game', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 1);
    const { host, players } = room;
    const playerId = players[1]!.playerId;
    const gift = () => ({ version: versionOf(host), playerId, points: 5, reason: 'x' });
    expect(await host.fail('givePoints', gift())).toBe('BAD_REQUEST');
    await goTo(room, 'question');
    expect(await host.fail('givePoints', gift())).toBe('BAD_REQUEST');
  });

  it('take scores below 0, and ranks follow, told to everybody alike', async () => {
    const room = await hall.openRoom({ scoring: 'flat' }, 3);
    const { pin, host, players } = room;
    const [, ann, bob, cid] = players as [TestClient, TestClient, TestClient, TestClient];
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen', token: host.token });
    await goTo(room, 'question');
    const version = versionOf(host);
    const take = (one: TestClient, points: number) =>
      host.do('givePoints', { version, playerId: one.playerId, points, reason: 'Too loud' });
    await take(ann, -2_000);
    await take(ann, -500);
    await take(bob, -30);
    for (const one of [...players, compact, screen]) {
      await scoreOf(one, bob, -30);
      const { players: marks } = one.last('updateScores')!;
      const of = ({ playerId }: TestClient) => {
        const { score, rank } = marks.find((mark) => mark.playerId === playerId)!;
        return [score, rank];
      };
      expect([host, cid, compact, bob, ann].map(of)).toEqual([
        [0, 1],
        [0, 1],
        [0, 1],
        [-30, 4],
        [-2_500, 5],
      ]);
    }
    // A late comer is told the same, and has 0.
    const late = await hall.join(pin, 'Late');
    const { players: roster } = await late.wait('joinRoom', ({ everyone }) => everyone === true);
    expect(roster.find(({ playerId }) => playerId === ann.playerId)).toMatchObject({
      score: -2_500,
    });
    for (const one of [...players, compact, late]) {
      await one.wait('startQuizTime');
      await answer(one, one === bob);
    }
    await host.do('skipPhase', {});
    const { players: marks } = await compact.wait('endQuizTime');
    expect(marks.find(({ playerId }) => playerId === bob.playerId)).toMatchObject({
      score: 70,
      gain: 100,
      rank: 1,
    });
    await host.do('endGame', {});
    for (const one of [ann, compact, screen]) {
      const { results } = await one.wait('endGame');
      expect([results[0]?.score, results.at(-1)?.score, results.at(-1)?.rank]).toEqual([
        70, -2_500, 6,
      ]);
    }
  });

  it('are refused to a player, to who stands in, and for who has left', async () => {
    const room = await hall.openRoom({ scoring: 'flat' }, 3);
    const { host, players } = room;
    const [, oldest, guest, gone] = players as [TestClient, TestClient, TestClient, TestClient];
    await goTo(room, 'question');
    const version = versionOf(host);
    const gift = (to: TestClient) => {
      return { version, playerId: to.playerId, points: 10, reason: 'x' };
    };
    await host.do('givePoints', gift(gone));
    await gone.do('exitRoom', {});
    await host.wait('exitRoom');
    expect(await host.fail('givePoints', gift(gone))).toBe('PLAYER_NOT_FOUND');
    // This is what they were given can be taken back.
    await host.do('takeBackPoints', { version, id: 1 });
    await host.do('givePoints', gift(guest));
    await host.do('exitRoom', {});
    await oldest.wait('actingHost', ({ playerId }) => playerId === oldest.playerId);
    for (const one of [oldest, guest])
      expect([
        await one.fail('givePoints', gift(guest)),
        await one.fail('takeBackPoints', { version, id: 2 }),
      ]).toEqual(['NOT_HOST', 'NOT_HOST']);
    expect(oldest.all('givenPoints')).toEqual([]);
  });
});
