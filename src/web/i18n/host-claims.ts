/** What hosts read about the codes of the podium. */
export const hostClaims = {
  ko: {
    title: '확인 코드',
    draw: '추첨',
    hint: '상품을 주기 전에 그 사람의 화면에 같은 코드가 있는지 보세요.',
  },
  en: {
    title: 'Prize codes',
    draw: 'Draw',
    hint: 'Before you hand over a prize, look for the same code on that person’s screen.',
  },
};
