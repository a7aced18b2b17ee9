import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { bugReporter, LOGGER, reportUnlessRefused } from '../../platform/config/logger.js';
import { Database } from '../../platform/database/database.js';
import { CHILD_FILES, type ChildFiles } from '../../desk/child/child-files.js';
import { OneAtATime } from '../../desk/child/one-at-a-time.js';
import { ImageEncoder } from '../../desk/pictures/encoder.js';
import { KeptImages } from '../../desk/pictures/kept-images.js';
import { MissingSquares } from '../../desk/pictures/missing-squares.js';
import { PictureImport } from '../../desk/sets/brought-pictures.js';
import { DearRequests } from '../../platform/rate/dear.js';
import { GamePictures } from '../../live/room/game-pictures.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';
import { READY_SETS, type QuizBank } from '../../contracts/quiz-bank.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ImagesController } from './images.controller.js';
import { PicturesController } from './pictures.controller.js';

/** The pictures that hosts keep, and those that are shown in games. */
@Module({
  imports: [AccountsModule],
  controllers: [ImagesController, PicturesController],
  providers: [
    /** The child processes of a server work by turns. */
    { provide: OneAtATime, useFactory: () => new OneAtATime() },
    {
      provide: KeptImages,
      inject: [Database, LOGGER, READY_SETS],
      useFactory: (database: Database, logger: Logger, sets: QuizBank) => {
        const ready = (id: string): PictureBytes | undefined => sets.picture(id);
        const images = new KeptImages(database, failedIn(logger), Date.now, ready);
        images.start();
        return images;
      },
    },
    {
      provide: ImageEncoder,
      inject: [CHILD_FILES, OneAtATime],
      useFactory: ({ encoder }: ChildFiles, turns: OneAtATime) =>
        new ImageEncoder(encoder, undefined, undefined, turns),
    },
    {
      provide: MissingSquares,
      inject: [KeptImages, ImageEncoder, LOGGER],
      useFactory: (images: KeptImages, encoder: ImageEncoder, logger: Logger) =>
        new MissingSquares(images, encoder, failedIn(logger)),
    },
    {
      provide: GamePictures,
      inject: [KeptImages, MissingSquares, LOGGER],
      useFactory: (images: KeptImages, squares: MissingSquares, logger: Logger) => {
        const failed = failedIn(logger);
        const load = (id: string): Promise<PictureBytes | undefined> =>
          images.load(id).catch((error: unknown) => {
            failed(error);
            return undefined;
          });
        return new GamePictures(load, (id, bytes) => squares.complete(id, bytes));
      },
    },
    {
      provide: PictureImport,
      inject: [KeptImages, ImageEncoder, DearRequests],
      useFactory: (images: KeptImages, encoder: ImageEncoder, dear: DearRequests) =>
        new PictureImport(images, encoder, dear),
    },
  ],
  exports: [OneAtATime, KeptImages, ImageEncoder, GamePictures, PictureImport],
})
export class PicturesModule {}

function failedIn(logger: Logger): (error: unknown) => void {
  return reportUnlessRefused(bugReporter(logger), 'desk');
}
