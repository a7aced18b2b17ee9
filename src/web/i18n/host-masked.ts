/** What hosts read of what the word filter has hidden. */
export const hostMasked = {
  ko: {
    wasSaid: '원래 쓴 말',
    showToAll: '모두에게 보이기',
    wanted: '원래 쓴 이름',
    takeName: '이 이름 쓰기',
  },
  en: {
    wasSaid: 'What was written',
    showToAll: 'Show it to all',
    wanted: 'Name that was wanted',
    takeName: 'Use this name',
  },
};
