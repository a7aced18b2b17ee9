/** An evening before the camera, item by item. */

import { setTimeout as wait } from 'node:timers/promises';
import { lengthOf } from '../../src/game/shared/beats.js';
import { eveningFor } from './evening-set.js';
import type { ShowGame } from './game.js';

/** How long an item is on before the camera, and the winners of a draw. */
const SHOWN_MS = 4_000;
const DRAW_RESTS_MS = 3_000;
/** Behind the beats of a reveal. */
const REST_MS = 1_500;

/** To an item, in the lobby or between items, where it stays; a draw is held. */
export async function showItem({ host }: ShowGame, item: string): Promise<void> {
  await host.ask('goToItem', { version: host.phase?.version ?? 0, item });
  await host.whenItem(item);
  await wait(SHOWN_MS);
  await holdDraw(host);
}

async function holdDraw(host: ShowGame['host']): Promise<void> {
  if (host.item?.kind !== 'draw') return;
  await host.ask('nextPhase', { version: host.phase?.version ?? 0 });
  const drawn = await host.whenDrawn();
  await host.until((host.phase?.startTime ?? 0) + drawn.ms + DRAW_RESTS_MS);
}

/** From the first slide to the last, with a round in the middle, behind which the game ends. */
export async function playEvening(game: ShowGame): Promise<void> {
  for (const item of eveningFor(game.choice.locale).programme ?? [])
    if (item.kind === 'round') await playRound(game, item.questions.length);
    else await showItem(game, item.id);
}

async function playRound(game: ShowGame, questions: number): Promise<void> {
  const { host } = game;
  const next = (): Promise<unknown> => host.ask('nextPhase', { version: host.phase?.version ?? 0 });
  await host.ask('startGame', {});
  for (let index = 0; index < questions; index++) {
    await host.whenPhase('question', index);
    game.scatter();
    await host.whenPhase('reveal', index);
    // Next would only cut what is shown before.
    await host.at(lengthOf(host.reveal?.beats ?? []) + REST_MS);
    await next();
  }
  const final = await host.whenOver();
  await host.until((final?.startTime ?? 0) + lengthOf(final?.beats ?? []) + REST_MS);
}
