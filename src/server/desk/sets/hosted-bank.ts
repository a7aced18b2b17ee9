import type { QuizSet } from '../../../game/shared/quiz-set.js';
import type { QuizSetSummary } from '../../../protocol/index.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';
import type { QuizBank } from '../../contracts/quiz-bank.js';
import type { KeptSets } from './kept-sets.js';

/** A bank for everybody, and beside it what each host keeps. */
export class HostedQuizBank implements QuizBank {
  constructor(
    private readonly forAll: QuizBank,
    private readonly kept: KeptSets,
  ) {}

  /** The latest of a host's own sets come first. */
  async list(hostId?: string, wanted?: string): Promise<QuizSetSummary[]> {
    const forAll = await this.forAll.list();
    if (hostId === undefined) return forAll;
    const { sets } = await this.kept.list(hostId, '', 0);
    if (wanted !== undefined && !sets.some(({ id }) => id === wanted)) {
      const older = await this.kept.find(hostId, wanted);
      if (older !== undefined) sets.push(older);
    }
    const own = sets
      .filter(({ playable, items }) => playable > 0 || (items?.round ?? 0) > 0)
      .map(({ id, title, language, languages, texts, playable, items, updatedAt }) => {
        const counts = { count: playable, ...(items && { items }) };
        const further = { ...(languages && { languages }), ...(texts && { texts }) };
        return { id, title, language, ...further, ...counts, isOwn: true as const, updatedAt };
      });
    return [...own, ...forAll];
  }

  async find(id: string, hostId?: string): Promise<QuizSet | undefined> {
    const found = await this.forAll.find(id);
    if (found !== undefined || hostId === undefined) return found;
    return this.kept.playable(hostId, id, (ready) => this.forAll.find(ready));
  }

  picture(id: string): PictureBytes | undefined {
    return this.forAll.picture(id);
  }

  defaultId(language: QuizSet['language']): string {
    return this.forAll.defaultId(language);
  }
}
