import type { QueuePlace } from '../../protocol/door.js';

/** `1,000`, as both languages write it. */
const grouped = (count: number): string => count.toLocaleString('en');

export const ko = {
  appName: '마당',
  language: '언어',
  team: '팀',
  menu: '메뉴',
  close: '닫기',
  home: '처음으로',
  retry: '다시 시도',
  /** What may be told while no server answers; the words of other codes come when the first of them does. */
  errors: {
    RATE_LIMITED: '너무 빨라요. 잠시 뒤에 다시 해 주세요.',
    STORE_AWAY: '서버에 문제가 생겼어요. 잠시 뒤에 다시 해 주세요.',
    UPDATING: '서버를 업데이트하고 있어요. 몇 초 뒤에 다시 해 주세요.',
    INTERNAL: '서버에 문제가 생겼어요. 다시 해 주세요.',
    NO_ANSWER: '서버가 대답하지 않아요. 연결을 확인해 주세요.',
  },
  /** The same of notices. */
  notices: {
    STORE_AWAY: '서버에 잠깐 문제가 생겼어요. 자리와 점수는 그대로예요.',
    DRAINING: '서버를 다시 시작하고 있어요. 곧 자동으로 다시 연결돼요.',
    SERVER_AWAY: '서버가 잠시 멈췄어요. 자리는 그대로 있어요.',
  },
  /** Words of a game of survival for those who have fallen (R14). */
  ghostGame: {
    league: '유령 리그',
    playOn: '유령 리그: 유령도 계속 풀 수 있어요',
    place: (rank: number, rights: number) => `유령 리그 ${rank}등 · ${rights}문제 맞힘`,
    ofAll: (rank: number, all: number) => `유령 ${all}명 중 ${rank}등`,
    rights: (count: number) => `${count}문제`,
    revived: (count: number) => `유령 ${count}명이 부활했어요`,
    revivedYou: '부활했어요!',
    oneLife: '목숨 하나로 다시 도전해요',
  },
  /** Words about what a question is worth, pauses, and why somebody is ahead. */
  doublePoints: '점수 2배',
  justForFun: '재미로 푸는 문제',
  opinion: '의견 묻기',
  explanation: '해설',
  severalRight: (count: number) => `정답 ${count}개`,
  breakTime: '쉬는 시간',
  blindNow: '다른 사람 위치는 시간이 끝나면 보여요',

  pin: 'PIN',
  pinLabel: '방 PIN',
  resultsKept: '게임 결과가 한동안 보관돼요.',
  tracksKept: '게임 결과와 움직임이 한동안 보관돼요.',
  pinHint: '큰 화면에 보이는 숫자 6자리',
  name: '이름',
  namePlaceholder: '비워 두면 지어 드려요',
  nameBad: (most: number) => `이름은 눈에 보이는 글자로 1~${most}자까지 적거나 비워 두세요.`,
  enter: '들어가기',
  entering: '들어가는 중…',
  queued: ({ place, seconds }: QueuePlace) =>
    `곧 들어가요. 차례 ${place}번째, 약 ${seconds}초 남았어요. 이 화면을 그대로 두세요.`,
  joinTitle: '방에 들어가기',
  joinRoomTitle: (pin: string) => `${pin}번 방에 들어가기`,

  voided: '이 문제는 무효예요',
  lostLife: '목숨 하나를 잃었어요',
  questions: (count: number) => `${count}문제`,
  players: (count: number, capacity: number) => `${count} / ${capacity}명`,
  peopleCount: (count: number) => `${count}명`,

  reconnecting: '연결이 끊겼어요. 다시 연결하는 중…',
  gone: '방이 닫혔어요',
  serverEnded: '진행자의 컴퓨터에서 게임을 끝냈어요.',

  arena: '경기장',
  arenaLabel:
    '경기장. 가고 싶은 곳을 누르거나 화살표 키, WASD로 움직여요. 숫자 키를 누르면 그 번호 칸으로 가요. E 키를 누르면 반응이 열려요.',
  host: '진행자',

  gameOver: '게임이 끝났어요',
  lobbyWait: '진행자가 시작할 때까지 기다려 주세요',
  lobbyHost: '모두 모이면 시작하세요',
  invite: '초대',
  inviteTitle: '초대하기',
  countdown: '곧 시작해요!',
  getReady: '문제를 읽어 보세요',
  questionOf: (index: number, count: number) => `${index} / ${count}`,
  roundOf: (number: number, of: number) => `${number}라운드 / ${of}`,
  questionLabel: '문제',
  choicesLabel: '보기',
  choice: (order: number, content: string) => `${order}번: ${content}`,
  zone: (order: number, content: string) => `${order}번 칸에 있어요: ${content}`,
  timeLeft: '남은 시간',
  secondsLeft: (count: number) => `${count}초 남았어요`,
  paused: '잠깐 멈춤',
  resumed: '게임을 계속해요',
  timeUp: '끝! 큰 화면을 보세요',
  timeUpSaid: '시간이 끝났어요',
  tapToWalk: '가고 싶은 곳을 누르세요',
  answerOf: (order: number, content: string) => `${order}번: ${content}`,
  answerIs: (answers: string) => `정답 ${answers}`,
  right: '맞았어요!',
  wrong: '틀렸어요',
  points: (points: number) => `+${grouped(points)}점`,
  climbed: (ranks: number) => `${ranks}계단 올라갔어요`,
  number: grouped,
  score: (points: number) => `${grouped(points)}점`,
  survived: '살아남았어요!',
  eliminated: '유령이 됐어요',
  eliminatedHint: '다음 문제부터 유령 리그에서 겨뤄요',
  allWrong: '모두 틀려서 모두 살아남았어요',
  notScored: (isLast: boolean): string =>
    isLast ? '마지막 문제예요. 다음 판부터 함께해요' : '다음 문제부터 함께해요',
  rank: (rank: number) => `${rank}등`,
  place: (rank: number) => `${rank}등`,
  rankOf: (rank: number, all: number) => `${all}명 중 ${rank}등`,
  myRank: '내 순위',
  alive: (count: number) => `${count}명 생존`,
  aliveOf: (count: number, all: number) => `${all}명 중 ${count}명 생존`,

  emotes: '반응',
  chat: '채팅',
  unread: (count: number) => `진행자나 나를 부른 사람의 새 메시지 ${count}개`,

  people: '참가자',
  ranking: '순위',
  noWalk: '걷지 않고 고르기',

  hostPanel: '관리',
  gameControls: '게임 진행',
  locked: '잠긴 방',

  resultsTitle: '결과',
  results: '지난 결과',
  nobodyScored: '이번 판에는 점수를 얻은 사람이 없어요',
};

export type Messages = typeof ko;
