/** Words that only hosts see: in what order a game is asked, how it pauses, and what is passed over. */
import type { ChoiceOrder, QuestionOrder } from '../../protocol/room-options.js';
import type { Language } from '../../protocol/http.js';

interface OrderWords {
  questionOrder: string;
  questionOrders: Record<QuestionOrder, string>;
  choiceOrder: string;
  choiceOrders: Record<ChoiceOrder, string>;
  pauseMenu: string;
  openPauseMenu: string;
  hideQuestion: string;
  hideHint: string;
  breakTitle: string;
  breakMessage: string;
  breakDefault: string;
  breakMinutes: string;
  breakStart: string;
  skipDraw: string;
}

const ko: OrderWords = {
  questionOrder: '문제 순서',
  questionOrders: { drawn: '무작위로 뽑아요', written: '문제집에 적힌 대로 앞에서부터' },
  choiceOrder: '보기 순서',
  choiceOrders: { shuffled: '섞어요', written: '문제집에 적힌 대로' },
  pauseMenu: '다르게 멈추기',
  openPauseMenu: '쉬는 시간…',
  hideQuestion: '문제를 가리고 멈추기',
  hideHint: '다시 시작할 때까지 문제가 안 보이고, 아무도 움직이지 못해요',
  breakTitle: '쉬는 시간',
  breakMessage: '큰 화면과 휴대폰에 보일 말',
  breakDefault: '잠깐 쉬었다 할게요',
  breakMinutes: '몇 분',
  breakStart: '쉬는 시간 시작',
  skipDraw: '추첨 건너뛰기',
};

const en: OrderWords = {
  questionOrder: 'Order of the questions',
  questionOrders: { drawn: 'Drawn at random', written: 'The first ones of the set, as written' },
  choiceOrder: 'Order of the choices',
  choiceOrders: { shuffled: 'Shuffled', written: 'As written' },
  pauseMenu: 'Other ways to pause',
  openPauseMenu: 'Break…',
  hideQuestion: 'Pause and hide the question',
  hideHint: 'Until you resume, nobody sees the question, and nobody can move',
  breakTitle: 'Break',
  breakMessage: 'What phones and the big screen say',
  breakDefault: 'We take a short break',
  breakMinutes: 'Minutes',
  breakStart: 'Start the break',
  skipDraw: 'Skip the draw',
};

export const orderWords: Record<Language, OrderWords> = { ko, en };
