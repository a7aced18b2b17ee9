/**
 * One more hall of 200 takes so much of the processes where many are played; and so much of a core that they share
 * with nginx and Redis is theirs when four fifths of it are taken (docs/performance.md).
 */
const HALL_CORES = 0.057;
const SHARED_CORE = 0.54;

/** About how many more halls of 200 a process can take that uses so much of a core now. */
export function moreHalls(core: number): number {
  return Math.max(0, Math.floor((SHARED_CORE - core) / HALL_CORES));
}
