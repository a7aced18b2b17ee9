/** Options of a room for which nothing was chosen. */
export const ROOM = {
  title: 'Madang',
  gameMode: 'RANKING',
  isPublic: false,
  scoring: 'shared',
  crowd: 'visible',
  pacing: 'auto',
  questionOrder: 'drawn',
  choiceOrder: 'shuffled',
  lives: 1,
  revival: false,
  teams: 'none',
  extraTime: false,
  theme: 'own',
  emotes: true,
  map: 'yard',
  walking: 'free',
};
