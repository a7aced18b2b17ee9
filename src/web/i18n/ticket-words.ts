/** Words for somebody who comes with a ticket, or needs one; loaded then. */
const ko = {
  title: '입장권',
  has: '입장권으로 들어가요.',
  hasNoPin: '입장권으로 들어가요. 큰 화면에 보이는 PIN을 적어 주세요.',
  other: '다른 입장권 쓰기',
  code: '입장권 번호',
  hint: '입장권에 적힌 12자리예요. QR 코드를 찍어도 돼요.',
  hintOthers: '입장권이 있으면 적어 주세요. 없어도 들어갈 수 있어요.',
};

const en: typeof ko = {
  title: 'Ticket',
  has: 'You come in with your ticket.',
  hasNoPin: 'You come in with your ticket. Please type the PIN that the big screen shows.',
  other: 'Use another ticket',
  code: 'Code of your ticket',
  hint: 'The 12 characters on your ticket. You can scan its QR code as well.',
  hintOthers: 'If you have a ticket, type its 12 characters. You can join without one.',
};

export const ticketWords = { ko, en };
