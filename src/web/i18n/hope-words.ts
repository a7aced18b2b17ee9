/** What those who have fallen read of coming back (R14.2). */
const ko = {
  comeBack: '상위 유령은 부활해요',
  toGo: (places: number) => `${places}등 더 올라가면 돼요`,
  wouldReturn: '지금 순위면 부활해요',
};

const en: typeof ko = {
  comeBack: 'The best ghosts come back',
  toGo: (places) => (places === 1 ? '1 place to go' : `${places} places to go`),
  wouldReturn: 'You are among them now',
};

export const hopeWords = { ko, en };
