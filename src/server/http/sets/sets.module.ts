import { Module } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CHILD_FILES, type ChildFiles } from '../../desk/child/child-files.js';
import { OneAtATime } from '../../desk/child/one-at-a-time.js';
import { QuizFileReader } from '../../desk/files/file-reader.js';
import { HostedQuizBank } from '../../desk/sets/hosted-bank.js';
import { KeptSets } from '../../desk/sets/kept-sets.js';
import { ShareLinks } from '../../desk/sets/share-links.js';
import { QUIZ_BANK, READY_SETS, type QuizBank } from '../../contracts/quiz-bank.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { ArchiveController } from './archive.controller.js';
import { DeskController } from './desk.controller.js';
import { MaskedController } from './masked.controller.js';
import { QuizSetsController } from './quiz-sets.controller.js';
import { ReadySetsController } from './ready-sets.controller.js';
import { ShareController } from './share.controller.js';

/** The quiz sets that are there, and those that hosts keep. */
@Module({
  imports: [AccountsModule, PicturesModule],
  controllers: [
    QuizSetsController,
    DeskController,
    ArchiveController,
    ReadySetsController,
    ShareController,
    MaskedController,
  ],
  providers: [
    {
      provide: KeptSets,
      inject: [Database],
      useFactory: (database: Database) => new KeptSets(database),
    },
    {
      provide: ShareLinks,
      inject: [Database, READY_SETS],
      useFactory: (database: Database, sets: QuizBank) =>
        new ShareLinks(database, Date.now, (id) => sets.picture(id)),
    },
    {
      provide: QuizFileReader,
      inject: [CHILD_FILES, OneAtATime],
      useFactory: ({ reader }: ChildFiles, turns: OneAtATime) => new QuizFileReader(reader, turns),
    },
    {
      provide: QUIZ_BANK,
      inject: [READY_SETS, KeptSets],
      useFactory: (forAll: QuizBank, kept: KeptSets) => new HostedQuizBank(forAll, kept),
    },
  ],
  exports: [QuizFileReader, QUIZ_BANK],
})
export class SetsModule {}
