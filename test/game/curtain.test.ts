import { describe, expect, it } from 'vitest';
import { lowerCurtain } from '../../src/game/curtain.js';
import { deadlineOf, isCurtained, phasePayload } from '../../src/game/phase.js';
import type { RoomState } from '../../src/game/room-state.js';
import { advance, close, drop, extend, pause, resume } from '../../src/game/transitions.js';
import { codeOf, EPOCH, LENGTHS } from '../support/game-data.js';
import { after, clock, roomIn } from './phase-rooms.js';

const NOW = EPOCH + 4_000;
const TEA = { message: 'Tea', minutes: 10 };
const hidden = (kind: 'countdown' | 'question' | 'reveal'): RoomState => {
  const room = roomIn(kind);
  return after(room, lowerCurtain(room, NOW, null));
};

describe('R4.12 a pause with a curtain', () => {
  it.each(['countdown', 'question', 'reveal'] as const)('stops the clock of a %s', (kind) => {
    const { phase } = hidden(kind);
    expect(deadlineOf(phase)).toBeNull();
    expect(phasePayload(phase, 1)).toMatchObject({
      version: 8,
      curtain: true,
      pausedLeftMs: clock.endTime - NOW,
    });
    expect(phasePayload(phase, 1)).not.toHaveProperty('break');
  });

  it('is a break where it has a message and a clock', () => {
    const { phase } = lowerCurtain(roomIn('reveal'), NOW, TEA);
    const told = { message: 'Tea', endTime: NOW + 600_000 };
    expect(phasePayload(phase, 1)).toMatchObject({ curtain: true, break: told });
  });

  it('goes with the pause, and the game goes on with what was left', () => {
    const room = hidden('question');
    const { phase } = resume(room, NOW + 60_000);
    expect(phasePayload(phase, 1)).toMatchObject({ endTime: clock.endTime + 60_000 });
    for (const next of [
      phase,
      drop({ ...room, game: { ...room.game!, spares: room.game!.questions } }, NOW, LENGTHS).phase,
      close(room, NOW, { ...LENGTHS, skipMs: 100 }).phase,
      close(room, NOW, LENGTHS).phase,
    ]) {
      expect(isCurtained(next)).toBe(false);
      expect(phasePayload(next, 1)).not.toHaveProperty('pausedLeftMs');
    }
    const [revealed, counting] = [hidden('reveal'), hidden('countdown')];
    for (const { phase: next } of [
      advance(revealed, NOW, LENGTHS),
      advance(counting, NOW, LENGTHS),
    ])
      expect(isCurtained(next)).toBe(false);
  });

  it('stays while the time is extended', () => {
    expect(isCurtained(extend(hidden('question')).phase)).toBe(true);
  });

  it('may come down during a pause, and a break may get another end: the clock stands where it stood', () => {
    const room = roomIn('question');
    const paused = after(room, pause(room, NOW));
    const curtained = after(paused, lowerCurtain(paused, NOW + 5_000, null));
    const { phase } = lowerCurtain(curtained, NOW + 9_000, TEA);
    expect(phase).toMatchObject({ clock: { pausedAt: NOW } });
    expect(phasePayload(phase, 1)).toMatchObject({ break: { endTime: NOW + 9_000 + 600_000 } });
  });

  it('is refused in the lobby', async () => {
    expect(await codeOf(() => lowerCurtain(roomIn('lobby'), NOW, null))).toBe('WRONG_PHASE');
  });
});
