import { serverWords } from '../../../i18n/made/server/words.js';
import type { Account } from '../accounts/accounts.js';
import {
  RoomError,
  type DraftRow,
  type Language,
  type RowMessage,
} from '../../../protocol/index.js';
import { imagesOf, withImages } from '../../../protocol/images.js';
import type { DearRequests } from '../../platform/rate/dear.js';
import type { Asker } from '../../platform/rate/lane.js';
import type { SetArchive } from '../files/set-archive.js';
import type { ImageEncoder } from '../pictures/encoder.js';
import { imageIdsOf, type KeptImages } from '../pictures/kept-images.js';

/** Before a proxy or the server takes a connection on which nothing comes for broken. */
const WORK_MS = 40_000;

export interface BroughtPictures {
  /** With the ids under which their pictures are kept here. */
  questions: DraftRow[];
  notes: RowMessage[];
  /** Ends what was begun, where the set cannot be kept. */
  discard: () => Promise<void>;
}

/** Keeps the pictures of sets that come as archives, each as if it were uploaded. */
export class PictureImport {
  constructor(
    private readonly images: KeptImages,
    private readonly encoder: ImageEncoder,
    private readonly dear: Pick<DearRequests, 'run'>,
    private readonly workMs = WORK_MS,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes the pictures that questions name and that are not here. Rejects with BAD_QUIZ_FILE, TOO_MUCH_KEPT or
   * BUSY, and then keeps none.
   */
  async take(
    account: Account,
    asker: Asker,
    questions: readonly DraftRow[],
    archive: SetArchive,
    language: Language,
  ): Promise<BroughtPictures> {
    const say = serverWords[language].server.archive;
    const until = this.now() + this.workMs;
    const { hostId } = account;
    const named = imageIdsOf(questions);
    const here = await this.images.here(named);
    const before = await this.images.owned(hostId);
    const kept = new Map<string, string>();
    const lost = new Map<string, string>();
    const discard = (): Promise<void> =>
      this.images.discard(
        hostId,
        [...kept.values()].filter((id) => !before.has(id)),
      );
    const numberOf = (id: string): number =>
      questions.findIndex((row) => imagesOf(row).some((image) => image.id === id)) + 1;
    const wanted = named.filter((id) => !here.has(id));
    if (wanted.length > 0)
      await this.dear.run('archive', { seats: 1, questions: wanted.length }, asker, (inSlices) =>
        archive.check(
          wanted.map((id) => [id, numberOf(id)]),
          inSlices,
        ),
      );
    try {
      for (const id of wanted) {
        const number = numberOf(id);
        const file = await archive.picture(id);
        if (file === undefined) lost.set(id, say.missing);
        else if (this.now() > until) lost.set(id, say.late);
        else
          kept.set(
            id,
            await this.keep(account, asker, file, () => archive.fault(number, 'unreadable')),
          );
      }
    } catch (error) {
      await discard();
      throw error;
    }
    return {
      questions: questions.map((question) => renamed(question, kept)),
      notes: notesOf(questions, lost),
      discard,
    };
  }

  private async keep(
    account: Account,
    asker: Asker,
    file: Buffer,
    fault: () => Error,
  ): Promise<string> {
    try {
      const encoded = await this.encoder.encode(asker, file);
      return (await this.images.add(account, encoded)).id;
    } catch (error) {
      const isOfFile =
        error instanceof RoomError && ['BAD_IMAGE', 'TOO_MANY_PIXELS'].includes(error.code);
      throw isOfFile ? fault() : error;
    }
  }
}

/** What is told of questions whose pictures are not on this server. */
export function absentPictures(
  questions: readonly DraftRow[],
  here: ReadonlySet<string>,
  language: Language,
): RowMessage[] {
  const absent = imageIdsOf(questions).filter((id) => !here.has(id));
  return notesOf(
    questions,
    new Map(absent.map((id) => [id, serverWords[language].server.archive.notHere])),
  );
}

function notesOf(questions: readonly DraftRow[], lost: ReadonlyMap<string, string>): RowMessage[] {
  return questions.flatMap((row, index) => {
    const messages = new Set(imagesOf(row).flatMap(({ id }) => lost.get(id) ?? []));
    return [...messages].map((message) => ({ row: index + 1, message }));
  });
}

function renamed(question: DraftRow, kept: ReadonlyMap<string, string>): DraftRow {
  return withImages(question, ({ id, alt }) => ({ id: kept.get(id) ?? id, alt }));
}
