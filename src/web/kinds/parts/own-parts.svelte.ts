import { isSameQuestion, nameOf, type JudgedName } from '../../../protocol/judged-name.js';
import { untrack } from 'svelte';
import type { RoomState } from '../../room/room-state.svelte.js';

interface Kept {
  game: string;
  name: JudgedName;
  /** By part; undefined where one has no answer. */
  values: readonly (number | undefined)[];
}

type OwnRoom = Pick<RoomState, 'phase' | 'gameId' | 'games' | 'ownValue'>;

const gameOf = ({ gameId, games }: OwnRoom): string => `${gameId}:${games}`;

/** Where this person stood in each part of a question, as far as this page has seen it. */
class OwnParts {
  #kept = $state.raw<Kept>();

  /** Notes the value of the open part; the last one before its bell stays. */
  note(room: OwnRoom): void {
    const { phase, ownValue } = room;
    if (phase?.part === undefined) return;
    const values = [...untrack(() => this.of(room))];
    values[phase.part] = ownValue;
    this.#kept = { game: gameOf(room), name: nameOf(phase), values };
  }

  /** Values of the question that stands; without those that are not known. */
  of(room: OwnRoom): Kept['values'] {
    const { phase } = room;
    const kept = this.#kept;
    if (phase === null || kept?.game !== gameOf(room)) return [];
    return isSameQuestion(kept.name, nameOf(phase)) ? kept.values : [];
  }
}

export const ownParts = new OwnParts();
