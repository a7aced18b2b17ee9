import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { SignedIn } from '../access/entered.js';
import { Account } from '../access/way-in.js';
import { RoomError, type KeptSetSummary, type SharedSet } from '../../../protocol/index.js';
import { QUIZ_BANK, type QuizBank } from '../../contracts/quiz-bank.js';
import { KeptSets } from '../../desk/sets/kept-sets.js';
import { draftsOfPlayed } from '../../desk/sets/written-draft.js';

/** The sets that come with the program, whole, for those who may keep sets (R15.23). */
@Controller('api/desk/ready')
export class ReadySetsController {
  constructor(
    @Inject(QUIZ_BANK) private readonly bank: QuizBank,
    @Inject(KeptSets) private readonly sets: KeptSets,
  ) {}

  @Account()
  @Get(':id')
  async look(@Param('id') id: string): Promise<SharedSet> {
    return { ...(await this.draft(id)), kind: 'copy', isWhole: true };
  }

  /** A copy for who asks. */
  @Account()
  @Post(':id/copy')
  async copy(@Param('id') id: string, @SignedIn() account: Account): Promise<KeptSetSummary> {
    return this.sets.create(account, { ...(await this.draft(id)), labels: [] });
  }

  /** Throws QUIZ_SET_NOT_FOUND. */
  private async draft(id: string): Promise<Pick<SharedSet, 'title' | 'language' | 'questions'>> {
    const set = await this.bank.find(id);
    if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return { title: set.title, language: set.language, questions: draftsOfPlayed(set) };
  }
}
