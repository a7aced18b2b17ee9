import type { Messages } from './ko.js';
import { ordinal } from './ordinal.js';

/** Not of the other language: a module that both load is one more file. */
const grouped = (count: number): string => count.toLocaleString('en');

export const en: Messages = {
  appName: 'Madang',
  language: 'Language',
  team: 'Team',
  menu: 'Menu',
  close: 'Close',
  home: 'Home',
  retry: 'Try again',
  errors: {
    RATE_LIMITED: 'That was too fast. Please wait a moment and try again.',
    STORE_AWAY: 'The server has a problem. Please try again in a moment.',
    UPDATING: 'The server is being updated. Please try again in a few seconds.',
    INTERNAL: 'Something went wrong on the server. Please try again.',
    NO_ANSWER: 'The server does not answer. Please check your connection.',
  },
  notices: {
    STORE_AWAY: 'The server has a problem and will be back soon. Your seat and score are safe.',
    DRAINING: 'The server is restarting. You will be reconnected automatically.',
    SERVER_AWAY: 'The server is away. Your seat is kept.',
  },
  ghostGame: {
    league: 'Ghost league',
    playOn: 'Ghost league: keep answering',
    place: (rank, rights) => `Ghost league #${rank} · ${rights} right`,
    ofAll: (rank, all) => `${ordinal(rank)} of ${all === 1 ? '1 ghost' : `${all} ghosts`}`,
    rights: (count) => `${count} right`,
    revived: (count) => (count === 1 ? '1 ghost is back' : `${count} ghosts are back`),
    revivedYou: 'You are back!',
    oneLife: 'You have one life',
  },
  doublePoints: '×2 points',
  justForFun: 'Just for fun',
  opinion: 'Opinion',
  explanation: 'Explanation',
  severalRight: (count) => `${count} right answers`,
  breakTime: 'Break',
  blindNow: 'Others are hidden until time is up',

  pin: 'PIN',
  pinLabel: 'Room PIN',
  resultsKept: 'Results are kept for a while.',
  tracksKept: 'Results and movements are kept for a while.',
  pinHint: 'The six digits on the big screen',
  name: 'Name',
  namePlaceholder: 'Leave empty and we pick one',
  nameBad: (most) => `Please use 1 to ${most} visible characters for the name, or leave it empty.`,
  enter: 'Join',
  entering: 'Joining…',
  queued: ({ place, seconds }) =>
    `You are coming in. You are number ${place} in line, about ${seconds} s. Just keep this page open.`,
  joinTitle: 'Join a room',
  joinRoomTitle: (pin) => `Join room ${pin}`,

  voided: 'This question does not count',
  lostLife: 'You lost a life',
  questions: (count) => (count === 1 ? '1 question' : `${count} questions`),
  players: (count, capacity) => `${count} / ${capacity}`,
  peopleCount: (count) => (count === 1 ? '1 player' : `${count} players`),

  reconnecting: 'Connection lost. Reconnecting…',
  gone: 'The room is closed',
  serverEnded: 'The host’s computer has ended the game.',

  arena: 'Arena',
  arenaLabel:
    'Arena. Tap to walk, or use the arrow keys or WASD. A number key walks to the zone of that number. E opens reactions.',
  host: 'Host',

  gameOver: 'The game is over',
  lobbyWait: 'Please wait until the host starts the game',
  lobbyHost: 'Start when everybody is here',
  invite: 'Invite',
  inviteTitle: 'Invite players',
  countdown: 'Here we go!',
  getReady: 'Read the question',
  questionOf: (index, count) => `${index} / ${count}`,
  roundOf: (number, of) => `Round ${number} / ${of}`,
  questionLabel: 'Question',
  choicesLabel: 'Choices',
  choice: (order, content) => `Choice ${order}: ${content}`,
  zone: (order, content) => `You stand in zone ${order}: ${content}`,
  timeLeft: 'Time left',
  secondsLeft: (count) => `${count} seconds left`,
  paused: 'Paused',
  resumed: 'The game goes on',
  timeUp: 'Time’s up! Look at the big screen',
  timeUpSaid: 'Time is up',
  tapToWalk: 'Tap where you want to go',
  answerOf: (order, content) => `${order} · ${content}`,
  answerIs: (answers) => `Correct: ${answers}`,
  right: 'Right!',
  wrong: 'Wrong this time',
  points: (points) => (points === 1 ? '+1 point' : `+${grouped(points)} points`),
  climbed: (ranks) => (ranks === 1 ? 'Up 1 place' : `Up ${ranks} places`),
  number: grouped,
  score: (points) => (points === 1 ? '1 point' : `${grouped(points)} points`),
  survived: 'You survived!',
  eliminated: 'You are a ghost now',
  eliminatedHint: 'Keep answering in the ghost league',
  allWrong: 'Everybody was wrong, so everybody stays',
  notScored: (isLast) =>
    isLast
      ? 'This is the last question. You play in the next game'
      : 'You join in from the next question',
  rank: (rank) => `#${rank}`,
  place: (rank) => `${ordinal(rank)} place`,
  rankOf: (rank, all) => `#${rank} of ${all}`,
  myRank: 'Your rank',
  alive: (count) => `${count} alive`,
  aliveOf: (count, all) => `${count} of ${all} alive`,

  emotes: 'Reactions',
  chat: 'Chat',
  unread: (count) =>
    count === 1 ? '1 message from a host or for you' : `${count} messages from a host or for you`,

  people: 'Players',
  ranking: 'Ranking',
  noWalk: 'Tap answers instead of walking',

  hostPanel: 'Manage',
  gameControls: 'Game controls',
  locked: 'Locked',

  resultsTitle: 'Results',
  results: 'Last results',
  nobodyScored: 'Nobody scored in this game',
};
