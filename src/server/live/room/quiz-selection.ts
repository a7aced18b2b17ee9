import type { CommandRunner } from '../../../game/room-command.js';
import { isNarrow } from '../../../game/kinds/ruler.js';
import { toldChoice, type HeldChoice } from '../../../game/room-state.js';
import { questionIn } from '../../../game/shared/row-texts.js';
import type { Question, QuizSet } from '../../../game/shared/quiz-set.js';
import {
  editProgramme,
  planned,
  programmeOf,
  type ProgrammeEdit,
} from '../../../game/programme.js';
import { asCoHost } from '../../../game/roles.js';
import { bringQuizSet, chooseQuizSet } from '../../../game/settings-commands.js';
import { limits, RoomError, type Language, type QuizSetChoice } from '../../../protocol/index.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import { sample } from '../../../game/shared/random.js';
import { samePlaceOf } from '../../../game/shared/same-place.js';
import type { CommandInput } from '../../../protocol/schemas.js';
import { cryptoRandom, newItemId } from './random-source.js';
import type { RoomLog } from '../store/contract.js';
import type { LocalRoom } from './local-room.js';
import type { QuizBank } from '../../contracts/quiz-bank.js';

/** The id under which a set is chosen that was brought as a file. */
const CUSTOM_SET_ID = 'custom';

/** How often kept sets are brought into a room, as files may be (R10.4). */
const BRINGS_PER_S = 0.5;
const BRING_BURST = 20;

/** Which quiz set a room plays: one of the bank's, or one that its host brought. */
export class QuizSelection {
  private readonly brings = new KeyedBuckets(BRINGS_PER_S, BRING_BURST);

  constructor(
    private readonly store: RoomLog,
    private readonly commands: CommandRunner,
    private readonly bank: QuizBank,
  ) {}

  async find(roomId: string, quizSetId: string): Promise<QuizSet> {
    const set = (await this.bank.find(quizSetId)) ?? (await this.brought(roomId, quizSetId));
    if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return set;
  }

  /** The questions of a round, from the copy that the room took with its programme (R27.3). */
  async roundOf(roomId: string, itemId: string): Promise<readonly Question[]> {
    const set = await this.store.getQuizSet(roomId);
    const round = set?.programme?.find(({ id }) => id === itemId);
    if (round?.kind !== 'round') throw new RoomError('QUIZ_SET_NOT_FOUND');
    return round.questions;
  }

  /** The set that a new room starts with. */
  async initialChoice(language: Language): Promise<HeldChoice> {
    const set = await this.bank.find(this.bank.defaultId(language));
    if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return choiceOf(set, limits.DEFAULT_QUIZ_COUNT);
  }

  /**
   * Without a count, as many questions as before, or all of a smaller set (R4.4). A set that is kept for who
   * chooses is brought into the room as it is now, so that the game needs no database. Refuses with NOT_HOST where
   * they are host no more when it has been read.
   */
  async choose(
    room: LocalRoom,
    by: string,
    { quizSetId, quizCount, utcOffset }: Omit<CommandInput<'updateRoomQuizset'>, 'gameId'>,
    hostId: () => Promise<string | undefined> = () => Promise.resolve(undefined),
  ): Promise<void> {
    const { roomId } = room.view;
    const isForAll = (await this.bank.find(quizSetId)) !== undefined;
    const kept = isForAll ? undefined : await this.kept(roomId, quizSetId, hostId);
    const set = kept ?? (await this.find(roomId, quizSetId));
    // A set that is being written may have no question that is ready.
    if (set.programme === undefined && (quizCount ?? 1) > set.questions.length)
      throw new RoomError('NOT_ENOUGH_QUESTIONS', `the set has ${set.questions.length} questions`);
    const quizSet = choiceOf(set, quizCount ?? room.view.settings.quizSet.quizCount);
    // A programme is copied whole, also a ready-made one: its rounds are drawn from the copy.
    const own = kept ?? (set.programme === undefined ? undefined : set);
    const command =
      own === undefined
        ? chooseQuizSet(quizSet)
        : bringQuizSet(own, quizSet, programmeOf(own, cryptoRandom, utcOffset));
    await this.commands.run(roomId, asCoHost(by, command));
  }

  /**
   * Changes what is to come of the programme (R27.6). A round that is added is copied from its set as it is now, with
   * spares. Refuses with TOO_LATE, BAD_REQUEST, WRONG_PHASE, QUIZ_SET_NOT_FOUND, NOT_ENOUGH_QUESTIONS.
   */
  async edit(
    room: LocalRoom,
    by: string,
    { revision, move, leaveOut, add }: Omit<CommandInput<'editProgramme'>, 'gameId'>,
    hostId: () => Promise<string | undefined>,
  ): Promise<void> {
    const { roomId } = room.view;
    if (move) return this.run(roomId, by, revision, { kind: 'move', id: move.item, to: move.to });
    if (leaveOut)
      return this.run(roomId, by, revision, {
        kind: 'leaveOut',
        id: leaveOut.item,
        isOut: leaveOut.isOut,
      });
    if (!add) throw new RoomError('BAD_REQUEST', 'no edit');
    const { item, to } = add;
    const id = newItemId();
    if (item.kind !== 'round')
      return this.run(roomId, by, revision, { kind: 'add', item: { ...item, id }, to });
    const set = (await this.kept(roomId, item.setId, hostId)) ?? (await this.bank.find(item.setId));
    if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    const { count } = item;
    if (count > set.questions.length)
      throw new RoomError('NOT_ENOUGH_QUESTIONS', `the set has ${set.questions.length} questions`);
    const most = Math.min(count + limits.ROUND_SPARES, set.questions.length);
    const questions = sample(cryptoRandom, set.questions, most);
    const { setId: _setId, ...rest } = item;
    const copy = await this.store.getQuizSet(roomId);
    if (copy?.programme === undefined) throw new RoomError('WRONG_PHASE', 'there is no programme');
    const round = {
      ...rest,
      id,
      questions: questions.map((question) => questionIn(copy, question, set.language)),
    };
    const quizSet = { ...copy, programme: [...copy.programme, round] };
    const edit = { kind: 'add', item: planned(round, cryptoRandom), to } as const;
    return this.run(roomId, by, revision, edit, quizSet);
  }

  private run(
    roomId: string,
    by: string,
    revision: number,
    edit: ProgrammeEdit,
    quizSet?: QuizSet,
  ): Promise<void> {
    return this.commands.run(roomId, asCoHost(by, editProgramme(revision, edit, quizSet)));
  }

  /** Gives the room a set of its own and chooses it, for who may still do so: reading a file takes a while. */
  async bring(
    roomId: string,
    by: string,
    set: QuizSet,
    utcOffset?: number,
  ): Promise<QuizSetChoice> {
    const own = { ...set, id: CUSTOM_SET_ID };
    const quizSet = choiceOf(own, limits.DEFAULT_QUIZ_COUNT);
    await this.commands.run(
      roomId,
      asCoHost(by, bringQuizSet(own, quizSet, programmeOf(own, cryptoRandom, utcOffset))),
    );
    return toldChoice(quizSet);
  }

  /** The set that the room has of its own. */
  private async brought(roomId: string, quizSetId: string): Promise<QuizSet | undefined> {
    const set = await this.store.getQuizSet(roomId);
    return set?.id === quizSetId ? set : undefined;
  }

  /** A set that is kept for who chooses; what the room has already does as well while none can be reached. */
  private async kept(
    roomId: string,
    quizSetId: string,
    hostId: () => Promise<string | undefined>,
  ): Promise<QuizSet | undefined> {
    try {
      const id = await hostId();
      if (id === undefined) return undefined;
      if (!this.brings.take(roomId, performance.now()))
        throw new RoomError('RATE_LIMITED', 'too many sets');
      return await this.bank.find(quizSetId, id);
    } catch (error) {
      const isAway = error instanceof RoomError && error.code === 'DATABASE_AWAY';
      if (isAway && (await this.brought(roomId, quizSetId)) !== undefined) return undefined;
      throw error;
    }
  }
}

function choiceOf(set: QuizSet, wanted: number): HeldChoice {
  const rounds = set.programme?.filter((item) => item.kind === 'round');
  const asked = rounds?.reduce((sum, { count, questions }) => sum + (count ?? questions.length), 0);
  const questions = rounds?.flatMap((round) => round.questions) ?? set.questions;
  const quizCount = asked ?? Math.min(wanted, questions.length);
  const narrow = questions.filter(
    (question) => 'tolerance' in question && isNarrow(question, question.tolerance),
  ).length;
  const samePlace = samePlacesIn(questions);
  const { id: quizSetId, title, leftOut, language, texts } = set;
  const languages = languagesOffered(set, questions);
  return {
    quizSetId,
    quizCount,
    title,
    ...(narrow > 0 && { narrow }),
    ...(leftOut && { leftOut }),
    ...(samePlace && { samePlace }),
    ...(rounds && { rounds: rounds.length }),
    ...(languages && { language, languages }),
    ...(texts && { texts }),
  };
}

/** Returns the place for either order of choices, as a host may change that later. */
function samePlacesIn(questions: readonly Question[]): HeldChoice['samePlace'] {
  const written = questions.map((question) =>
    'answers' in question
      ? { ...question, answers: question.answers.map((answer) => answer + 1) }
      : { kind: question.kind },
  );
  const shuffled = samePlaceOf(written, 'shuffled');
  const asWritten = samePlaceOf(written, 'written');
  if (!shuffled && !asWritten) return undefined;
  return { ...(shuffled && { shuffled }), ...(asWritten && { written: asWritten }) };
}

/** A language in which fewer questions have their text is not offered (R30.6): who took it would get the main one. */
const OFFERED_SHARE = 1 / 2;

/** The further languages that players may choose; undefined where there is none. */
function languagesOffered(
  { languages = [] }: QuizSet,
  questions: readonly Question[],
): QuizSet['languages'] {
  const offered = languages.filter((tag) => {
    const written = questions.filter(({ texts }) => (texts?.[tag]?.quiz ?? '').trim() !== '');
    return written.length >= questions.length * OFFERED_SHARE;
  });
  return offered.length > 0 ? offered : undefined;
}
