import type { Steps } from '../../../game/steps.js';
import type { GameReport, ResultsPayload } from '../../../protocol/index.js';
import { joinSteps } from '../../platform/zip/join-steps.js';

const PLAYERS_AT_ONCE = 500;

/** A report as JSON, with places to stop: of a full big room it has some 3 MB. */
export function jsonSteps({ players, questions, ...head }: GameReport): Steps<Buffer> {
  return jsonWith(head, [
    ['players', chunksOf(players, PLAYERS_AT_ONCE)],
    ['questions', chunksOf(questions, 1)],
  ]);
}

/** The table of the last game in a room, likewise. */
export function tableSteps({ results, ...head }: ResultsPayload): Steps<Buffer> {
  return jsonWith(head, [['results', chunksOf(results, PLAYERS_AT_ONCE)]]);
}

/** An object with at least one field, and with lists behind. */
function* jsonWith(
  head: object,
  lists: readonly [name: string, chunks: Iterable<readonly unknown[]>][],
): Steps<Buffer> {
  const parts = [Buffer.from(JSON.stringify(head).slice(0, -1))];
  for (const [name, chunks] of lists) {
    let before = `,"${name}":[`;
    for (const chunk of chunks) {
      parts.push(Buffer.from(before + JSON.stringify(chunk).slice(1, -1)));
      before = ',';
      yield;
    }
    parts.push(Buffer.from(before === ',' ? ']' : `${before}]`));
  }
  parts.push(Buffer.from('}'));
  return yield* joinSteps(parts);
}

function* chunksOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
