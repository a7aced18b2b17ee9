import type { RoomState } from './room-state.svelte.js';

/** By team; undefined where not everybody is known. */
export function teamSizesOf({
  knowsAll,
  roster,
  teamNames,
}: Pick<RoomState, 'knowsAll' | 'roster' | 'teamNames'>): number[] | undefined {
  if (!knowsAll) return undefined;
  const { all } = roster;
  return teamNames.map((_, index) => all.filter(({ team }) => team === index).length);
}
