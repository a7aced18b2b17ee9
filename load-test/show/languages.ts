/** Pictures of a phone and a cockpit in a question, and of a projector in its reveal, in several languages. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { lengthOf } from '../../src/game/shared/beats.js';
import { writeSheet, type Take } from './film.js';
import type { ShowGame } from './game.js';
import { scriptFor } from './script.js';

const LOOKED_AT = ['de', 'ja', 'es', 'fr', 'zh-Hans', 'pt-BR', 'vi', 'en-XA'];

/** For all pictures of a question, in s. */
const LIMIT_S = 300;
/** Marks and numbers have come in by then. */
const SETTLED_MS = 500;

const { bank } = scriptFor('RANKING', 'en-US');
export const LANGUAGES_SET: QuizSet = {
  ...bank,
  id: 'languages',
  questions: bank.questions.slice(0, 2).map((one) => ({ ...one, limitTime: LIMIT_S })),
};

export interface Looks {
  phone: Page;
  cockpit: Page;
  projector: Page;
}

/** Takes them of a game whose crowd is seated, and a sheet of all; `dir` gets `phone-de.png` and so on. */
export async function pictureLanguages(
  browser: Browser,
  game: ShowGame,
  { phone, cockpit, projector }: Looks,
  dir: string,
): Promise<void> {
  const { host } = game;
  mkdirSync(dir, { recursive: true });
  const takes = LOOKED_AT.map((scene, n): Take => ({ scene, nth: n + 1, files: {} }));
  const take = async (page: Page, camera: string, ready: string): Promise<void> => {
    for (const { scene, files } of takes) {
      await page.evaluate(`localStorage.setItem('madang.language', '${scene}')`);
      await page.reload();
      await page.locator(ready).first().waitFor({ state: 'attached' });
      await page.waitForTimeout(SETTLED_MS);
      const path = join(dir, `${camera}-${scene}.png`);
      await page.screenshot({ path });
      files[camera] = path;
    }
  };
  await host.ask('updateRoomQuizset', { quizSetId: LANGUAGES_SET.id, quizCount: 2 });
  await host.ask('startGame', {});
  await host.whenPhase('question', 0);
  game.scatter();
  await take(phone, 'phone', '[data-testid=zone-text]');
  await take(cockpit, 'cockpit', '[data-testid=stage][data-stage=answering]');
  await host.ask('closeQuestion', { version: host.phase?.version ?? 0 });
  await host.whenPhase('reveal', 0);
  await host.at(lengthOf(host.reveal?.beats ?? []));
  await take(projector, 'projector', 'html[data-phase=reveal] [data-testid=screen]');
  await writeSheet(browser, 'Languages', takes, join(dir, 'languages'));
}
