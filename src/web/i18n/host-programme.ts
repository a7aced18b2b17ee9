/** Words that only hosts see: the order of an evening. */
import type { Language } from '../../protocol/http.js';
import type { ItemKind } from '../../protocol/programme.js';

interface ProgrammeWords {
  title: string;
  kinds: Record<ItemKind, string>;
  now: string;
  done: string;
  out: string;
  goTo: string;
  drawAgain: string;
  leaveOut: string;
  putBack: string;
  up: string;
  down: string;
  add: string;
  kind: string;
  put: string;
  cancel: string;
  note: string;
  rounds: (count: number) => string;
  questions: (count: number) => string;
  /** Behind what a button does, for screen readers. */
  of: (name: string) => string;
}

const ko: ProgrammeWords = {
  title: '진행 순서',
  kinds: {
    slide: '슬라이드',
    round: '라운드',
    break: '쉬는 시간',
    draw: '추첨',
    standings: '순위',
  },
  now: '지금',
  done: '끝났어요',
  out: '뺐어요',
  goTo: '여기로 가기',
  drawAgain: '다시 뽑기',
  leaveOut: '빼기',
  putBack: '다시 넣기',
  up: '위로',
  down: '아래로',
  add: '순서에 더하기',
  kind: '무엇을',
  put: '넣기',
  cancel: '그만두기',
  note: '진행자 메모',
  rounds: (count) => `라운드 ${count}개`,
  questions: (count) => `문제 ${count}개`,
  of: (name) => `: ${name}`,
};

const en: ProgrammeWords = {
  title: 'Programme',
  kinds: {
    slide: 'Slide',
    round: 'Round',
    break: 'Break',
    draw: 'Draw',
    standings: 'Ranking',
  },
  now: 'Now',
  done: 'Done',
  out: 'Left out',
  goTo: 'Go here',
  drawAgain: 'Draw again',
  leaveOut: 'Leave out',
  putBack: 'Put back',
  up: 'Up',
  down: 'Down',
  add: 'Add to the programme',
  kind: 'What',
  put: 'Add',
  cancel: 'Cancel',
  note: 'Note for the host',
  rounds: (count) => (count === 1 ? '1 round' : `${count} rounds`),
  questions: (count) => (count === 1 ? '1 question' : `${count} questions`),
  of: (name) => `: ${name}`,
};

export const programmeWords: Record<Language, ProgrammeWords> = { ko, en };
