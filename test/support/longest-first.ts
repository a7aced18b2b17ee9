import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of about 20 s or more, the longest first; the others follow in vitest's own order. */
const LONGEST = [
  'browser/accessible',
  'browser/hall',
  'browser/editor',
  'browser/show-fit',
  'browser/cockpit-look',
  'browser/teams',
  'browser/pauses',
  'browser/kinds',
  'browser/cockpit-game',
  'browser/sound',
  'browser/frames',
  'browser/host-link',
  'browser/final',
  'browser/ties',
  'browser/cockpit',
  'browser/ghosts',
  'browser/themes',
  'browser/show',
  'browser/forms',
  'browser/skip',
  'browser/pictures',
  'browser/keyboard',
  'browser/store-faults',
  'browser/moderation',
  'browser/rehearsal',
  'browser/phones',
  'browser/results',
  'browser/desk',
  'cluster/cluster',
  'cluster/big-games',
  'cluster/hostile-clients',
  'cluster/failed-start',
  'cluster/load-rig',
  'faults/database',
  'faults/option-pairs',
  'faults/outage',
  'faults/subscriber',
  'faults/kill',
  'faults/chat',
  'faults/seats',
  'faults/stop',
  'faults/crowd',
  'load/hostile',
  'e2e/fuzz',
  'store/redis-timer',
  'load/bench-processes',
  'http/connection-limits',
  'load/lab-rig',
];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return rank < 0 ? LONGEST.length : rank;
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

/**
 * What takes longest begins first, so that no worker is at it long after the others have ended. Files of a
 * project follow each other, as a worker that meets another project ends and loads everything anew.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort(
      (a, b) =>
        groupOf(a) - groupOf(b) ||
        a.project.name.localeCompare(b.project.name) ||
        rankOf(a) - rankOf(b),
    );
  }
}
