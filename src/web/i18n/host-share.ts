/** Words about links to quiz sets. */
import type { Language } from '../../protocol/http.js';

const ko = {
  title: '링크로 공유',
  what: '링크를 받은 사람은',
  look: '볼 수 있어요 (정답 없이)',
  lookAll: '볼 수 있어요 (정답까지)',
  copy: '사본을 만들 수 있어요',
  answers: '정답도 보여 주기',
  copyHas: '사본에는 정답도 들어 있어요.',
  make: '링크 만들기',
  once: '링크는 지금 한 번만 보여요.',
  onlyHere:
    '이 링크는 이 컴퓨터에서만 열려요. 다른 사람도 열게 하려면 네트워크에 연결하거나 .env에 PUBLIC_URL을 적고 서버를 다시 시작하세요.',
  end: '링크 끊기',
  gone: '이 링크로는 볼 수 있는 문제집이 없어요. 링크가 끊겼거나 문제집이 지워졌어요.',
  take: '내 문제집으로 복사',
  taken: '복사했어요.',
  open: '열기',
  signIn: '복사하려면 먼저 로그인해 주세요.',
  signInToLook: '문제를 미리 보려면 먼저 로그인해 주세요.',
};

const en: typeof ko = {
  title: 'Share by link',
  what: 'Whoever has the link may',
  look: 'look at it (without answers)',
  lookAll: 'look at it (with answers)',
  copy: 'take a copy',
  answers: 'Show the answers, too',
  copyHas: 'A copy has the answers.',
  make: 'Make a link',
  once: 'The link is shown only now.',
  onlyHere:
    'This link opens on this computer only. For others, connect it to a network, or write PUBLIC_URL into .env and start the server again.',
  end: 'End the link',
  gone: 'This link leads to no quiz set any more: it was ended, or the set was deleted.',
  take: 'Copy it into my quiz sets',
  taken: 'It is copied.',
  open: 'Open',
  signIn: 'Please sign in first to take a copy.',
  signInToLook: 'Please sign in first to look at the questions.',
};

export const shareWords: Record<Language, typeof ko> = { ko, en };
