import type { RoomOptions } from '../../protocol/room-options.js';

type NewRoom = Partial<RoomOptions> & {
  playerName?: string;
  hostPassword?: string;
  hostPlays?: boolean;
};

/** As `updateRoomQuizset` takes it. */
interface ChosenSet {
  quizSetId: string;
  quizCount: number;
  utcOffset: number;
}

/** What somebody wants of a room. */
export type Intent =
  | { kind: 'create'; options: NewRoom; quizSet?: ChosenSet }
  /** `returning`: the seat should be there already, with the name that it has by now. */
  | { kind: 'join'; gameId: string; playerName: string; returning: boolean }
  | { kind: 'watch'; gameId: string }
  /** A cockpit (R3.5). */
  | { kind: 'host'; gameId: string };
