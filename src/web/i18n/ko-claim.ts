/** What somebody on the podium reads. */
export const claim = {
  yourCode: '내 확인 코드',
  codeHint: '상품을 받을 때 진행자에게 보여 주세요.',
};
