/** Bodies whose texts all are dear to fold, made from the schemas of the routes, so that a new field is in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isItem, ITEM_KINDS, limits, QUESTION_KINDS } from '../../src/protocol/index.js';
import type { DraftRow, DraftSet } from '../../src/protocol/index.js';
import { RoomError } from '../../src/protocol/errors.js';
import { checkSet } from '../../src/server/desk/sets/check-drafts.js';
import { draftRow, readDraftSet } from '../../src/server/desk/sets/draft-schema.js';
import { searchTextOf } from '../../src/server/desk/sets/search-text.js';
import { readNewTickets } from '../../src/server/desk/tickets/new-tickets.js';
import { DEAR_TEXTS, DEAR_UNITS, payloadsOf, wholeOf } from '../support/dear-texts.js';
import { foldedWork } from '../support/folded-work.js';
import { bodySchemas, readRoutes } from '../support/routes.js';

/** A small body has 1 kB, that of `masked` 8 kB. */
const SMALL_BODY_BYTES = 8 * 1024;
/** NFKC makes 18 units of one, and a text is asked and folded several times. */
const MOST_OF_BODY = 8 * 19 * SMALL_BODY_BYTES;
/** Units that are normalised in 5 ms; a step is one question. */
const MOST_OF_STEP = 2_000_000;
/** A pile that is let through, for each letter. */
const MOST_PILE = 6;

const ALL_UNITS = [...DEAR_UNITS, limits.DRAFT_TEXT_MAX_UNITS];
const texts = Object.entries(DEAR_TEXTS).flatMap(([what, make]) =>
  ALL_UNITS.map((units) => ({ what, units, text: make(units) })),
);

/** The most that a step takes, up to the end or the first fault. */
function mostOfSteps<T>(steps: Generator<void, T>): { units: number; marks: number; made?: T } {
  const most = { units: 0, marks: 0 };
  for (;;) {
    let step: IteratorResult<void, T> | undefined;
    const work = foldedWork(() => {
      try {
        step = steps.next();
      } catch (error) {
        if (!(error instanceof RoomError)) throw error;
      }
    });
    most.units = Math.max(most.units, work.units);
    most.marks = Math.max(most.marks, work.marks);
    if (step === undefined) return most;
    if (step.done === true) return { ...most, made: step.value };
  }
}

/** Elements of a list: more than it may have, and as many as a set has room for where its texts are long. */
const COUNTS = [100, 30, 10, 3, 1];

/** Returns a set with one question or item that has everything, with this text wherever there is one, perhaps in further languages. */
function setOf(kind: string, text: string, count: number, inAll: boolean): Buffer {
  const isOf = isItem({ kind } as DraftRow);
  const [whole] = wholeOf(draftRow, text, count).filter((row) => isItem(row as DraftRow) === isOf);
  const languages = ['de', 'fr', 'es'];
  const texts = inAll ? {} : { texts: undefined };
  const questions = [{ ...whole, ...texts, kind, id: 'q' } as DraftRow];
  const set: DraftSet = { title: 'A', language: 'en', languages, labels: [], questions };
  return Buffer.from(JSON.stringify(set));
}

describe('R10.11 each text of a body is folded in a time that its bound says', () => {
  it('of each route that reads a small one', async () => {
    const { nest } = await readRoutes();
    const schemas = bodySchemas(nest);
    const folder = join(import.meta.dirname, '../../src/server/http');
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.controller.ts'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/@JsonBody\(/g) ?? []);
    expect(schemas.size).toBe(written.length);
    for (const name of ['POST /api/desk/session', 'POST /api/desk/invite/use'])
      expect(payloadsOf(schemas.get(name)!, 'x')).toContainEqual({ name: 'x' });
    for (const [name, schema] of schemas)
      for (const { what, units, text } of texts)
        for (const payload of payloadsOf(schema, text, SMALL_BODY_BYTES)) {
          const work = foldedWork(() => schema.safeParse(payload));
          const isTooMuch = work.units > MOST_OF_BODY || work.marks > MOST_PILE * work.units;
          expect([name, what, units, isTooMuch]).toEqual([name, what, units, false]);
        }
  });

  const kinds = [...QUESTION_KINDS, ...ITEM_KINDS];

  it.each(kinds)('of a set of `%s`, as it is read, looked through, and can be searched', (kind) => {
    const wholes = wholeOf(draftRow, 'x', 30).filter(
      (row) => isItem(row as DraftRow) === isItem({ kind } as DraftRow),
    );
    expect(wholes.length).toBe(1);
    for (const { what, units, text } of texts) {
      const read = [true, false]
        .flatMap((inAll) => COUNTS.map((count) => setOf(kind, text, count, inAll)))
        .filter((body) => body.length <= limits.QUIZ_FILE_MAX_BYTES)
        .map((body) => mostOfSteps(readDraftSet(body)))
        .find(({ made }) => made !== undefined);
      if (read?.made === undefined) throw new Error(`no set of ${kind} with ${what} was read`);
      const { made } = read;
      const looked = mostOfSteps(checkSet(made.questions, 'en'));
      const searched = foldedWork(() => searchTextOf(made));
      for (const work of [read, looked, searched]) {
        const isTooMuch = work.units > MOST_OF_STEP || work.marks > MOST_PILE * work.units;
        expect([what, units, isTooMuch]).toEqual([what, units, false]);
      }
    }
  });

  it('of a list of tickets', () => {
    for (const { what, units, text } of texts)
      for (const list of [
        { title: text, count: 1 },
        { title: text, entries: [['A']] },
        { title: 'A', entries: [['A'], [text, text]] },
        { title: 'A', entries: [['A'], ['B', text]] },
      ]) {
        const work = mostOfSteps(readNewTickets(Buffer.from(JSON.stringify(list))));
        const isTooMuch = work.units > MOST_OF_BODY || work.marks > MOST_PILE * work.units;
        expect([what, units, isTooMuch]).toEqual([what, units, false]);
      }
  });
});
