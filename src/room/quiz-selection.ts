import type { QuizSet } from '../game/quiz-set.js';
import { bringQuizSet, chooseQuizSet } from '../game/settings-commands.js';
import { limits, RoomError, type Language, type QuizSetChoice } from '../protocol/index.js';
import type { RoomStore } from '../store/contract.js';
import type { LocalRoom } from './local-room.js';
import type { QuizBank } from './quiz-bank.js';
import type { RoomDirectory } from './room-directory.js';

/** The id under which a room's own set is chosen. */
const CUSTOM_SET_ID = 'custom';

/** Which quiz set a room plays: one of the bank's, or one that its host brought. */
export class QuizSelection {
  constructor(
    private readonly store: RoomStore,
    private readonly directory: RoomDirectory,
    private readonly bank: QuizBank,
  ) {}

  async find(roomId: string, quizSetId: string): Promise<QuizSet> {
    const isOwn = quizSetId === CUSTOM_SET_ID;
    const set = isOwn ? await this.store.getQuizSet(roomId) : await this.bank.find(quizSetId);
    if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return set;
  }

  /** What a new room starts with. */
  async initialChoice(language: Language): Promise<QuizSetChoice> {
    const set = await this.bank.find(this.bank.defaultId(language));
    if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return choiceOf(set, limits.DEFAULT_QUIZ_COUNT);
  }

  /** Without a count, as many questions as before, or all of a smaller set (R4.4). */
  async choose(room: LocalRoom, quizSetId: string, quizCount?: number): Promise<void> {
    const { roomId } = room.view;
    const set = await this.find(roomId, quizSetId);
    if (quizCount !== undefined && quizCount > set.questions.length)
      throw new RoomError('NOT_ENOUGH_QUESTIONS', `the set has ${set.questions.length} questions`);
    const quizSet = choiceOf(set, quizCount ?? room.view.settings.quizSet.quizCount);
    await this.directory.run(roomId, chooseQuizSet(quizSet));
  }

  /** Gives the room a set of its own and chooses it. */
  async bring(roomId: string, set: QuizSet): Promise<QuizSetChoice> {
    const own = { ...set, id: CUSTOM_SET_ID };
    const quizSet = choiceOf(own, limits.DEFAULT_QUIZ_COUNT);
    await this.directory.run(roomId, bringQuizSet(own, quizSet));
    return quizSet;
  }
}

function choiceOf(set: QuizSet, wanted: number): QuizSetChoice {
  const quizCount = Math.min(wanted, set.questions.length);
  return { quizSetId: set.id, quizCount, title: set.title };
}
