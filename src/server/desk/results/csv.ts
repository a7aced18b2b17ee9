import type { Steps } from '../../../game/steps.js';
import { CSV_START, csvLine } from '../../../protocol/csv.js';
import { joinSteps } from '../../platform/zip/join-steps.js';
import { inParts } from '../../platform/zip/row-parts.js';
import type { Table } from '../../platform/zip/table.js';

/** In UTF-8, with places to stop. */
export function* csvOf({ rows }: Table): Steps<Buffer> {
  return yield* joinSteps([Buffer.from(CSV_START), ...(yield* inParts(rows, csvLine))]);
}
