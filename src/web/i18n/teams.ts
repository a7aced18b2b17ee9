/** What pages say of teams; loaded where there are any. */
const ko = {
  ranking: '팀 순위',
  perQuestion: '한 사람이 한 문제에서 얻은 평균 점수예요',
  figure: (figure: string) => `${figure}점`,
  choose: '팀을 골라 주세요',
  chooseHint: '게임이 시작되면 바꿀 수 없어요.',
  members: (count: number) => `${count}명`,
  yours: '내 팀',
  ownTeam: '내 팀:',
  done: '이 팀에 들어가기',

  title: '팀',
  modes: {
    none: '팀 없이',
    choice: '각자 고르기',
    dealt: '고르게 나누기',
    list: '명단대로 나누기',
  },
  hints: {
    none: '',
    choice: '들어올 때 팀을 골라요. 고르지 않으면 사람이 가장 적은 팀에 들어가요.',
    dealt: '들어오는 대로 나누고, 게임이 시작될 때 수를 고르게 맞춰요.',
    list: '명단에 없는 사람은 사람이 가장 적은 팀에 들어가요.',
  },
  name: (number: number) => `${number}번 팀 이름`,
  names: ['빨강 팀', '파랑 팀', '노랑 팀', '초록 팀', '보라 팀', '분홍 팀', '청록 팀', '회색 팀'],
  add: '팀 하나 더',
  remove: '마지막 팀 빼기',
  saveNames: '팀 이름 저장',
  nameMissing: '팀 이름을 모두 써 주세요.',
  namesAlike: '두 팀의 이름이 같아요. 하나를 바꿔 주세요.',
  list: '팀 명단',
  listHint:
    '한 줄에 한 사람씩, 이름과 팀을 쉼표나 탭으로 나눠 적어요. 팀은 이름이나 번호로 써요. 아무에게도 보이지 않아요.',
  listSave: '명단 저장',
  listSaved: (count: number, merged: number): string =>
    merged === 0
      ? `명단에 ${count}명이 있어요.`
      : `명단에 ${count}명이 있어요. 같은 이름 ${merged}개는 하나로 봤어요.`,
  listBad: (line: string) => `읽을 수 없는 줄이 있어요: ${line}`,
  listLong: (most: number) => `명단에는 ${most}명까지 넣을 수 있어요.`,
  later: '팀 이름과 명단은 방을 만든 뒤 관리에서 정해요.',
};

const en: typeof ko = {
  ranking: 'Team ranking',
  perQuestion: 'Average points of a player in a question',
  figure: (figure) => `${figure} points`,
  choose: 'Choose your team',
  chooseHint: 'Once the game has started, you stay in it.',
  members: (count) => (count === 1 ? '1 player' : `${count} players`),
  yours: 'Your team',
  ownTeam: 'Your team:',
  done: 'Join this team',

  title: 'Teams',
  modes: {
    none: 'No teams',
    choice: 'Everybody chooses',
    dealt: 'Split evenly',
    list: 'By a list',
  },
  hints: {
    none: '',
    choice: 'Players choose as they join. Whoever does not goes into the smallest team.',
    dealt: 'Players are dealt as they join, and evened out when the game starts.',
    list: 'Whoever is not on the list goes into the smallest team.',
  },
  name: (number) => `Name of team ${number}`,
  names: ['Red', 'Blue', 'Yellow', 'Green', 'Purple', 'Pink', 'Teal', 'Grey'],
  add: 'One more team',
  remove: 'Remove the last team',
  saveNames: 'Save the names',
  nameMissing: 'Please name every team.',
  namesAlike: 'Two teams have the same name. Please change one of them.',
  list: 'List of teams',
  listHint:
    'One person a line: the name, a comma or a tab, and the team, by its name or number. It is shown to nobody.',
  listSave: 'Save the list',
  listSaved: (count, merged) =>
    merged === 0
      ? `The list has ${count} names.`
      : `The list has ${count} names. ${merged} that are alike count once.`,
  listBad: (line) => `There is a line that cannot be read: ${line}`,
  listLong: (most) => `The list may have ${most} names at most.`,
  later: 'You name the teams and bring a list under Manage, once the room is created.',
};

export const teamWords = { ko, en };
