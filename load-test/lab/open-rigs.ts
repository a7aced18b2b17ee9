/** The rigs of this process: none outlives it, and whoever runs an experiment hears when one dies. */
import { EventEmitter } from 'node:events';
import type { Rig } from './rig-contract.js';

interface RigEvents {
  /** What the report says about a rig that can be loaded now. */
  ready: [describe: Rig['describe']];
  /** One line: a part of a rig has ended by itself. */
  death: [message: string];
}

export const rigEvents = new EventEmitter<RigEvents>();

const open = new Set<() => void>();

/** However this process ends, short of being killed. */
process.on('exit', () => {
  for (const kill of open) kill();
});

/** `kill` ends the rig at once and synchronously. Returns what to call when the rig has been stopped. */
export function noteOpenRig(kill: () => void): () => void {
  open.add(kill);
  return () => open.delete(kill);
}
