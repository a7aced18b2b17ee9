/** Words that hosts alone see, in the panel where they set up a room; loaded with it. */
import type { RehearsalOutcome } from '../../protocol/rehearsal.js';

/** How many took part in a rehearsal, and what was seen of their devices. */
interface Rehearsed {
  /** Bots and devices. */
  people: number;
  devices: number;
  slow: number;
}

const ko = {
  rulesTitle: '규칙 하나씩 정하기',
  scoring: '맞히면 받는 점수',
  scorings: {
    early: '최대 1000점, 늦을수록 적게',
    shared: '1000점을 나눠서',
    flat: '100점씩',
  },
  crowd: '문제를 푸는 동안',
  crowds: { visible: '서로의 위치가 보여요', blind: '다른 사람 위치가 안 보여요' },
  blindHint:
    '문제를 푸는 동안에는 채팅을 할 수 없어요. 현장에서 말로 알려 주거나 한 사람이 여러 자리로 들어오는 것까지 막지는 못해요.',
  lives: '목숨 수',
  pacing: '정답을 보여 준 다음',
  pacings: { auto: '자동으로 넘어가기', host: '진행자가 넘기기' },
  lastQuestion: '지난 문제',
  earlierQuestions: (count: number) => `그전 문제 ${count}개`,
  voidQuestion: '이 문제는 무효로 하기',
  voidHint: '모두의 점수를 다시 계산해요. 되돌릴 수 있어요.',
  rightChoices: '정답',
  rightNumber: '맞는 수',
  tolerance: '허용 오차 (±)',
  capacityBad: (least: number, most: number) => `정원은 ${least}~${most}명으로 정해 주세요.`,
  quizCountBad: (most: number) => `문제 수는 1~${most}개로 정해 주세요.`,
  folds: { before: '시작하기 전에', during: '진행하면서', devices: '화면과 진행자' },
  rehearsal: '리허설',
  moderation: '채팅',
  filterWords: '나쁜 말 가리기',
  filterWordsHint: '채팅에서는 ***로 가리고, 이름은 다르게 지어 줘요. 모두 걸러 내지는 못해요',
  namesBy: '이름 정하기',
  namesFree: '참가자가 직접 정해요',
  namesGenerated: '모두 지어 줘요',
  namesList: '명단에 있는 이름만 받아요',
  nameList: '명단',
  nameListHint: (most: number) =>
    `한 줄에 한 명씩, ${most}명까지. 참가자는 명단의 이름을 적어야 들어와요. 명단은 아무에게도 보이지 않아요.`,
  nameListSave: '명단 쓰기',
  nameListSaved: (count: number, merged: number): string =>
    merged === 0
      ? `명단에 ${count}명이 있어요`
      : `명단에 ${count}명이 있어요. 같은 이름 ${merged}개는 합쳤어요`,
  nameListBad: (name: string) => `쓸 수 없는 이름이 있어요: ${name}`,
  nameListLong: (most: number) => `명단에는 ${most}명까지 넣을 수 있어요.`,
  emotes: '반응',
  emotesHint: '참가자가 아바타 위에 이모지 6개 중 하나를 띄울 수 있어요',
  slowMode: '천천히 말하기',
  slowOff: '끄기',
  slowEvery: (seconds: number) => `${seconds}초에 한 번`,
  settingsInGame: '게임이 끝나면 바꿀 수 있어요.',
  saved: '저장했어요',
  connections: '연결 상태',
  healthHere: (count: number) => `${count}명 연결`,
  healthSlow: (count: number) => `느림 ${count}명`,
  healthBehind: (count: number) => `따라오지 못함 ${count}명`,
  healthGone: (count: number) => `끊김 ${count}명`,
  healthTrip: (median: number, p95: number) => `지연 ${median} ms, 느린 쪽 ${p95} ms`,
  healthPart: '서버 일부가 대답하지 않아서 모두를 센 것은 아니에요.',
  tripMs: (ms: number) => `${ms} ms`,
  goneFor: (seconds: number) => `${seconds}초 전에 끊김`,
  tripBehind: '따라오지 못함',
  rehearsalHint:
    '봇들이 최대 3분 동안 들어와서 걷고, 채팅하고, 답해요. 이 자리에서 잘 될지 미리 볼 수 있어요. 봇과 게임도 해 볼 수 있고, 기록은 남지 않아요.',
  rehearsalBots: '봇 수',
  rehearsalBad: (most: number) => `봇은 1~${most}개로 정해 주세요.`,
  rehearsalStart: '리허설 시작',
  rehearsalStop: '리허설 끝내기',
  rehearsalLeft: (bots: number, seconds: number) => `봇 ${bots}개가 ${seconds}초 더 함께해요`,
  rehearsalOutcomes: {
    good: ({ people, devices }) =>
      `${people}명이 함께해도 잘 될 거예요. 서버는 충분히 빨라요. 다만 와이파이는 기기 ${devices}대로만 확인했어요.`,
    networkSlow: ({ people, devices, slow }) =>
      `서버는 ${people}명에게 충분히 빠르지만 와이파이가 느려요. 기기 ${devices}대 가운데 ${slow}대의 연결이 느려요.`,
    networkUntested: ({ people }) =>
      `서버는 ${people}명에게 충분히 빨라요. 와이파이는 확인하지 못했어요. 휴대폰 몇 대로 들어와서 다시 해 보세요.`,
    serverSlow: ({ people }) =>
      `이 서버는 ${people}명이 하기에 너무 느려요. 다른 프로그램을 닫거나 다른 컴퓨터를 쓰세요.`,
    cutShort: () => '충분히 재기 전에 리허설이 끝났어요. 다시 해 주세요.',
  } satisfies Record<RehearsalOutcome, (tested: Rehearsed) => string>,
  rehearsalJoins: (ms: number) => `봇이 들어오는 데 최대 ${ms} ms (95%)`,
  rehearsalDelay: (ms: number) => `기기까지 갔다 오는 데 최대 ${ms} ms (95%)`,
  rehearsalLate: (ms: number) => `서버가 늦은 시간 최대 ${ms} ms (99%)`,
  lock: '방 잠그기',
  lockHint: '새로운 사람은 들어올 수 없어요',
  mute: '채팅 끄기',
  screenTitle: '큰 화면',
  closeScreens: '다른 큰 화면 모두 닫기',
  closeScreensHint:
    '이 브라우저에서 연 큰 화면은 그대로 있어요. 방을 잠그면 새로운 화면이 들어오지 못해요.',
  screensClosed: (count: number) =>
    count === 0 ? '닫을 큰 화면이 없어요' : `큰 화면 ${count}개를 닫았어요`,
  screenChat: '큰 화면에 채팅 보이기',
  screenNames: '큰 화면에 이름 보이기',
  create: '방 만들기',
  creating: '만드는 중…',
  roomTitle: '방 제목',
  roomTitleDefault: '우리 퀴즈',
  mode: '게임 방식',
  presets: {
    party: { name: '파티', hint: '빨리 맞히면 최대 1000점. 서로의 위치가 보여요' },
    contest: { name: '대회', hint: '파티와 같지만 다른 사람 위치는 안 보여요' },
    RANKING: { name: '클래식', hint: '맞힌 사람이 1000점을 나눠 가져요' },
    SURVIVAL: { name: '살아남기', hint: '틀리면 유령이 돼요' },
  },
  capacity: '정원',
  isPublic: '공개 방 목록에 올리기',
  useLook: '우리 로고와 색 쓰기',
  useLookHint: '로고는 큰 화면에, 색은 휴대폰에도 나와요.',
  quizSet: '문제집',
  playLost:
    '고른 문제집을 찾지 못했어요. 지워졌거나, 낼 수 있는 문제가 없거나, 로그인이 풀렸을 수 있어요. 아래에서 다른 문제집을 골라 주세요.',
  quizCount: '문제 수',
  quizSetOption: (title: string, count: number) => `${title} (${count}문제)`,
  inYourOrder: (count: number, all: number) => `${all}문제 중 ${count}문제, 적은 순서대로`,
  lookAtSet: '문제 미리 보기',
  startGame: '게임 시작',
  deleteMessage: '메시지 지우기',
  mutePlayer: '채팅 막기',
  unmutePlayer: '채팅 풀기',
  freeSeat: '자리 비우기',
  freeSeatConfirm: (name: string) =>
    `${name} 님의 자리를 비울까요? 점수는 사라지고, 이 이름으로 다시 들어올 수 있어요.`,
  kick: '내보내기',
  kickConfirm: (name: string) =>
    `${name} 님을 내보낼까요? 같은 기기로는 다시 들어올 수 없어요. 다른 기기로도 못 들어오게 하려면 방을 잠그세요.`,
  pause: '멈춤',
  resume: '계속',
  /** What the button for skipping does now (R4.7). */
  skips: {
    begin: '바로 시작',
    drop: '문제 빼기',
    close: '지금 마감',
    all: '다 보여 주기',
    next: '다음 문제',
    results: '결과 보기',
  },
  skipHints: {
    begin: '바로 첫 문제로 넘어가요',
    drop: '이 문제는 채점하지 않고 다른 문제를 내요',
    close: '지금 서 있는 자리로 채점해요',
    all: '정답과 순위를 바로 보여 줘요',
    next: '바로 다음 문제로 넘어가요',
    results: '바로 결과로 넘어가요',
  },
  extend: '+5초',
  hostPassword: '진행자 비밀번호',
  makeCoHost: '공동 진행자로 정하기',
  endCoHost: '공동 진행자에서 빼기',
  handOver: '진행 맡기기',
  handOverConfirm: (name: string, isOwner: boolean): string =>
    isOwner
      ? `${name} 님에게 진행을 맡길까요? 언제든지 다시 가져올 수 있어요.`
      : `${name} 님에게 진행을 맡길까요? 방을 만든 사람만 다시 가져올 수 있어요.`,
};

const en: typeof ko = {
  rulesTitle: 'Set the rules one by one',
  scoring: 'A right answer is worth',
  scorings: {
    early: 'Up to 1000 points, less when late',
    shared: 'A share of 1000 points',
    flat: '100 points',
  },
  crowd: 'While a question is open',
  crowds: { visible: 'Everybody sees the others', blind: 'Nobody sees the others' },
  blindHint:
    'Nobody can chat while a question is open. It cannot keep people from talking in the hall, or from holding several seats.',
  lives: 'Lives of each player',
  pacing: 'After an answer is shown',
  pacings: { auto: 'Go on automatically', host: 'Wait for the host' },
  lastQuestion: 'Last question',
  earlierQuestions: (count) => (count === 1 ? '1 question before' : `${count} questions before`),
  voidQuestion: 'Do not count it',
  voidHint: 'Everybody’s points are computed again. You can take it back.',
  rightChoices: 'What is right',
  rightNumber: 'Number',
  tolerance: 'Tolerance (±)',
  capacityBad: (least, most) => `Please choose a player limit from ${least} to ${most}.`,
  quizCountBad: (most) => `Please choose 1 to ${most} questions.`,
  folds: { before: 'Before', during: 'During', devices: 'Devices and hosts' },
  rehearsal: 'Rehearsal',
  moderation: 'Chat',
  filterWords: 'Mask bad words',
  filterWordsHint:
    'In the chat they become ***, in names another name is drawn. It does not find everything',
  namesBy: 'Names',
  namesFree: 'Players choose',
  namesGenerated: 'All are drawn',
  namesList: 'Only names of a list',
  nameList: 'List of names',
  nameListHint: (most) =>
    `One name a line, up to ${most}. Players have to write a name of the list to get in. Nobody can see the list.`,
  nameListSave: 'Use this list',
  nameListSaved: (count, merged) =>
    merged === 0
      ? `The list has ${count} names`
      : `The list has ${count} names (alike and merged: ${merged})`,
  nameListBad: (name) => `There is a name that cannot be used: ${name}`,
  nameListLong: (most) => `The list may have ${most} names at most.`,
  emotes: 'Reactions',
  emotesHint: 'Players can show one of six emoji above their avatar',
  slowMode: 'Slow mode',
  slowOff: 'Off',
  slowEvery: (seconds) => `One message every ${seconds} s`,
  settingsInGame: 'You can change these when the game is over.',
  saved: 'Saved',
  connections: 'Connections',
  healthHere: (count) => `${count} here`,
  healthSlow: (count) => `${count} slow`,
  healthBehind: (count) => (count === 1 ? '1 does not keep up' : `${count} do not keep up`),
  healthGone: (count) => `${count} gone`,
  healthTrip: (median, p95) => `Delay ${median} ms, at worst ${p95} ms`,
  healthPart: 'Another part of the server does not answer, so this is not everybody.',
  tripMs: (ms) => `${ms} ms`,
  goneFor: (seconds) => `gone for ${seconds} s`,
  tripBehind: 'does not keep up',
  rehearsalHint:
    'Bots join, walk, chat and answer for up to three minutes, so that you see whether it will work in this hall. You can play a game with them; nothing of it is kept.',
  rehearsalBots: 'Number of bots',
  rehearsalBad: (most) => `Please choose 1 to ${most} bots.`,
  rehearsalStart: 'Start the rehearsal',
  rehearsalStop: 'End the rehearsal',
  rehearsalLeft: (bots, seconds) => `${bots} bots play for another ${seconds} s`,
  rehearsalOutcomes: {
    good: ({ people, devices }) =>
      `This hall will work with ${people}: the server is fast enough. The Wi-Fi was tested with ${devices === 1 ? '1 device' : `${devices} devices`} only.`,
    networkSlow: ({ people, devices, slow }) =>
      `The server is fast enough for ${people}, but the Wi-Fi is slow: ${slow} of ${devices} devices have a slow connection.`,
    networkUntested: ({ people }) =>
      `The server is fast enough for ${people}. The Wi-Fi was not tested: let some phones join and try again.`,
    serverSlow: ({ people }) =>
      `This server is too slow for ${people}. Close other programs, or use another one.`,
    cutShort: () => 'The rehearsal ended before enough could be measured. Please try again.',
  },
  rehearsalJoins: (ms) => `Joining took the bots ${ms} ms at most (95 %)`,
  rehearsalDelay: (ms) => `To the devices and back took ${ms} ms at most (95 %)`,
  rehearsalLate: (ms) => `The server was late by ${ms} ms at most (99 %)`,
  lock: 'Lock the room',
  lockHint: 'Nobody new can join',
  mute: 'Turn the chat off',
  screenTitle: 'Big screen',
  closeScreens: 'Close all other big screens',
  closeScreensHint:
    'Big screens that you opened in this browser stay. Lock the room to keep new ones out.',
  screensClosed: (count) =>
    count === 0
      ? 'No other big screen is open'
      : count === 1
        ? '1 big screen closed'
        : `${count} big screens closed`,
  screenChat: 'Show the chat on the big screen',
  screenNames: 'Show names on the big screen',
  create: 'Create the room',
  creating: 'Creating…',
  roomTitle: 'Room title',
  roomTitleDefault: 'Our quiz',
  mode: 'Game mode',
  presets: {
    party: {
      name: 'Party',
      hint: 'Up to 1000 points, more for early answers. Everybody sees the crowd',
    },
    contest: { name: 'Contest', hint: 'As Party, but nobody sees where the others stand' },
    RANKING: { name: 'Classic', hint: 'Everybody who is right shares 1000 points' },
    SURVIVAL: { name: 'Survival', hint: 'A wrong answer makes you a ghost' },
  },
  capacity: 'Player limit',
  isPublic: 'Show it in the list of public rooms',
  useLook: 'Use your logo and colours',
  useLookHint: 'The logo is on the big screen, the colours on phones, too.',
  quizSet: 'Quiz set',
  playLost:
    'The quiz set that you chose is not here: it was deleted, has no question that can be played, or you are not signed in any more. Choose another one below.',
  quizCount: 'Questions',
  quizSetOption: (title, count) => `${title} (${count})`,
  inYourOrder: (count, all) => `${count} of ${all}, in your order`,
  lookAtSet: 'Look at the questions',
  startGame: 'Start the game',
  deleteMessage: 'Delete message',
  mutePlayer: 'Mute',
  unmutePlayer: 'Unmute',
  freeSeat: 'Free the seat',
  freeSeatConfirm: (name) =>
    `Free the seat of ${name}? The score is lost, and somebody can join by that name again.`,
  kick: 'Remove',
  kickConfirm: (name) =>
    `Remove ${name}? They cannot join again on the same device. To keep out other devices, too, lock the room.`,
  pause: 'Pause',
  resume: 'Resume',
  /** What the button for skipping does now (R4.7). */
  skips: {
    begin: 'Begin now',
    drop: 'Drop it',
    close: 'Close now',
    all: 'Show all',
    next: 'Next',
    results: 'Results',
  },
  skipHints: {
    begin: 'Begins with the first question at once',
    drop: 'Takes this question back: nobody is judged by it, and another one comes',
    close: 'Ends the question now and judges by where everybody stands',
    all: 'Shows the answer and the ranking at once',
    next: 'Goes to the next question at once',
    results: 'Goes to the results at once',
  },
  extend: '+5 s',
  hostPassword: 'Host password',
  makeCoHost: 'Make co-host',
  endCoHost: 'No longer co-host',
  handOver: 'Make host',
  handOverConfirm: (name, isOwner) =>
    isOwner
      ? `Hand the game over to ${name}? You can take it back at any time.`
      : `Hand the game over to ${name}? Only whoever created the room can take it back.`,
};

export const panelWords = { ko, en };
