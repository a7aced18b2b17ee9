import { ordinal } from './ordinal.js';
import type { ghosts as Ghosts } from './ko-ghosts.js';

export const ghosts: typeof Ghosts = {
  league: 'Ghost league',
  playOn: 'Ghost league: keep answering',
  place: (rank, rights) => `Ghost league #${rank} · ${rights} right`,
  ofAll: (rank, all) => `${ordinal(rank)} of ${all === 1 ? '1 ghost' : `${all} ghosts`}`,
  rights: (count) => `${count} right`,
  revived: (count) => (count === 1 ? '1 ghost is back' : `${count} ghosts are back`),
  revivedYou: 'You are back!',
  oneLife: 'You have one life',
};
