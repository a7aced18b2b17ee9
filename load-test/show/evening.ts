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

/** From the first slide to the last, with the rounds and the end in their places. */
export async function playEvening(game: ShowGame): Promise<void> {
  const { host, choice } = game;
  const next = (): Promise<unknown> => host.ask('nextPhase', { version: host.phase?.version ?? 0 });
  const programme = eveningFor(choice.locale).programme ?? [];
  const rounds = programme.filter((item) => item.kind === 'round');
  for (const item of programme) {
    if (item.kind !== 'round') {
      await next();
      await host.whenItem(item.id);
      await wait(SHOWN_MS);
      await holdDraw(host);
      continue;
    }
    await (item === rounds[0] ? host.ask('startGame', {}) : next());
    // Questions are counted anew in each round.
    for (const index of item.questions.keys()) {
      await host.whenPhase('question', index);
      game.scatter();
      await host.whenPhase('reveal', index);
      // Next would only cut what is shown before.
      await host.at(lengthOf(host.reveal?.beats ?? []) + REST_MS);
      if (index < item.questions.length - 1) await next();
    }
    if (item !== rounds.at(-1)) continue;
    await next();
    await game.showEnd();
  }
}
