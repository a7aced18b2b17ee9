import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of about 20 s or more, the longest first; the others follow in vitest's own order. */
const LONGEST = [
  'browser/evening',
  'browser/accessible',
  'browser/accessible-evening',
  'browser/languages',
  'browser/editor',
  'browser/door',
  'browser/cockpit-look',
  'browser/hall',
  'browser/evening-pages',
  'browser/hall-screens',
  'browser/show-fit',
  'browser/maps',
  'browser/parts',
  'browser/written',
  'browser/set-languages',
  'browser/kinds',
  'browser/forms',
  'browser/teams',
  'browser/cockpit-game',
  'browser/cockpit',
  'browser/desk-accounts',
  'browser/pauses',
  'browser/player-phone',
  'browser/sound',
  'browser/host-link',
  'browser/store-faults',
  'browser/frames',
  'browser/moderation',
  'browser/ghosts',
  'browser/pictures',
  'browser/themes',
  'browser/cockpit-room',
  'browser/final',
  'browser/desk',
  'browser/results',
  'browser/phones',
  'browser/keyboard',
  'browser/owner',
  'browser/rehearsal',
  'browser/skip',
  'browser/ties',
  'browser/sign-out',
  'cluster/cluster',
  'faults/failover',
  'faults/items',
  'faults/restart',
  'cluster/rollout',
  'faults/redis-cluster',
  'cluster/big-games',
  'faults/database',
  'faults/watchdog',
  'faults/crowd',
  'cluster/hostile-clients',
  'cluster/failed-start',
  'cluster/load-rig',
  'cluster/hosts',
  'cluster/tickets',
  'faults/games',
  'faults/switched',
  'faults/rights',
  'faults/clock',
  'faults/oracle',
  'faults/outage',
  'faults/stop',
  'faults/option-pairs',
  'faults/subscriber',
  'faults/kill',
  'faults/chat',
  'faults/seats',
  'load/hostile',
  'desk/program',
  'desk/passwords',
  'game/map/jump-points',
  'load/bench-processes',
  'load/lab-rig',
  'e2e/second-start',
  'e2e/fuzz',
  'store/redis-timer',
  'load/lab-big',
  'load/lab-soak',
  'store/redis-presence',
  'store/sentinels',
  'store/redis-cluster',
  'gateway/handshake-limits',
  'http/connection-limits',
  'e2e/door-processes',
  'results/weights',
  'e2e/dearest-inputs',
  'quiz/holding',
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
