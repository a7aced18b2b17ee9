/** What somebody is told of who runs the room, and of what was decided; loaded with the first of it. */
const ko = {
  questionDropped: '진행자가 그 문제를 뺐어요. 다른 문제가 나와요',
  hostNow: '이제 내가 진행자예요',
  hostAgain: '다시 내가 진행자예요',
  newHost: (name: string) => `${name} 님이 진행자가 됐어요`,
  hostBack: (name: string) => `${name} 님이 다시 진행자가 됐어요`,
  newGhost: '이미 게임이 시작돼서 유령 리그부터 함께해요',
  newRole: {
    coHost: '이제 공동 진행자예요',
    actingHost: '진행자가 자리를 비웠어요. 돌아올 때까지 멈추기, 계속하기, 넘어가기를 할 수 있어요',
  },
};

const en: typeof ko = {
  questionDropped: 'The host dropped that question. Here is another one',
  hostNow: 'You are the host now',
  hostAgain: 'You are the host again',
  newHost: (name) => `${name} is the host now`,
  hostBack: (name) => `${name} is the host again`,
  newGhost: 'The game has started already, so you play in the ghost league',
  newRole: {
    coHost: 'You are a co-host now',
    actingHost: 'The host is away. Until somebody is back, you can pause, resume and go on',
  },
};

export const newsWords = { ko, en };
