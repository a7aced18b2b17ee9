/** Options of a room for which nothing was chosen. */
export const ROOM = {
  title: 'Madang',
  gameMode: 'RANKING',
  maxPlayerCount: 200,
  isPublic: false,
  scoring: 'shared',
  crowd: 'visible',
  pacing: 'auto',
  lives: 1,
};
