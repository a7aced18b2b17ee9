/** Words of the start page, for the person at the machine that runs the server. */
import type { Language } from '../../protocol/http.js';
import type { StopFigures } from '../../protocol/start.js';

/** One thing that may keep phones out. */
interface Obstacle {
  name: string;
  /** How one notices it. */
  sign: string;
  /** How one mends it. */
  cure: string;
}

const ko = {
  title: '시작 페이지',
  isOpen: '마당이 열렸어요',
  hall: '휴대폰으로 접속할 주소',
  copy: '복사',
  copied: '복사했어요',
  check: '휴대폰이 들어오나요?',
  notYet:
    '같은 와이파이에 있는 휴대폰으로 이 코드를 찍어 보세요. 페이지가 열리면 여기가 초록색으로 바뀌어요.',
  reached: '네, 휴대폰에서 이 주소로 들어왔어요.',
  otherReached: (base: string) =>
    `${base} 주소로는 휴대폰이 들어왔어요. 아래에서 그 주소를 골라 주세요.`,
  choose: '다른 주소 쓰기',
  chooseWhy:
    '휴대폰과 같은 네트워크의 주소를 고르세요. 보통 휴대폰의 와이파이 설정에 보이는 주소와 앞부분이 같아요.',
  worksMark: '휴대폰이 들어왔어요',
  alone:
    '지금은 이 컴퓨터에서만 들어올 수 있고 휴대폰은 들어올 수 없어요. 와이파이나 랜선을 연결하면 주소가 여기에 나타나요. 연결되어 있다면 .env의 HOST가 이 컴퓨터만 가리키고 있는지 확인하고, HOST=0.0.0.0으로 바꾼 뒤 다시 시작하세요.',
  moved: (before: string) =>
    `네트워크가 바뀌어 주소가 새로워졌어요(전에는 ${before}). 휴대폰은 새 주소를 스스로 찾지 못해요. 새 코드를 찍게 해 주세요.`,
  elsewhere: (taken: number, port: number) =>
    `${taken}번 포트는 다른 프로그램이 쓰고 있어서 ${port}번 포트로 열었어요.`,
  next: '이제 무엇을 할까요?',
  host: '퀴즈 진행하기',
  hostHow: '방을 만들고 문제집을 고르고 사람들을 초대해요.',
  sets: '내 문제집',
  setsHow: '문제를 쓰거나 파일에서 가져오고, 지난 게임의 결과를 봐요.',
  help: '휴대폰이 들어오지 못할 때',
  helpFirst: (base: string) =>
    `먼저 이 컴퓨터에서 ${base} 주소를 열어 보세요. 열리면 서버는 괜찮고, 서버와 휴대폰 사이에 막는 것이 있어요. 열리지 않으면 주소가 잘못된 거예요(‘VPN의 주소’를 보세요).`,
  sign: '이렇게 알아요',
  cure: '이렇게 해요',
  obstacles: (port: number): Obstacle[] => [
    {
      name: '이 컴퓨터의 방화벽',
      sign: '이 컴퓨터에서는 주소가 열리는데 휴대폰에서는 하나도 안 열려요.',
      cure: `Node.js를 허용하세요. Windows는 ‘Windows 보안 → 방화벽 → 앱 허용’, macOS는 ‘시스템 설정 → 네트워크 → 방화벽’이에요. TCP ${port}번 포트로 들어올 수 있어야 해요.`,
    },
    {
      name: '기기끼리 막는 와이파이(손님용 와이파이)',
      sign: '위와 같은데 방화벽은 열려 있어요.',
      cure: '네트워크 담당자에게 ‘클라이언트 격리’를 꺼 달라고 하거나 다른 와이파이를 쓰세요. 작은 공유기를 직접 가져와도 되고, 인터넷은 없어도 돼요. 휴대폰이나 노트북의 핫스팟도 되지만 보통 다섯에서 열 대까지만 들어와요.',
    },
    {
      name: '서로 다른 네트워크',
      sign: '위와 같은데, 이 컴퓨터와 휴대폰이 다른 와이파이나 랜선에 연결되어 있어요.',
      cure: '둘 다 같은 네트워크에 연결하세요.',
    },
    {
      name: 'VPN, WSL, 가상 머신의 주소',
      sign: '주소가 휴대폰의 주소(와이파이 설정에 있어요)와 다르게 생겼어요.',
      cure: 'VPN을 끄거나, 이 페이지에서 다른 주소를 고르세요.',
    },
    {
      name: '로그인 페이지가 있는 와이파이',
      sign: '휴대폰에 퀴즈 대신 로그인 페이지가 보이거나 인터넷이 없다고 해요.',
      cure: '먼저 이 컴퓨터와 휴대폰에서 로그인한 다음, 보통 쓰는 브라우저로 QR 코드를 찍으세요. 얼마 뒤 로그아웃되면 게임에서도 나가지만, 다시 로그인하면 자기 자리로 돌아와요.',
    },
    {
      name: '모바일 데이터',
      sign: '페이지가 열렸다가 멈추고, 휴대폰의 와이파이 표시가 사라져요.',
      cure: '휴대폰이 물으면 이 와이파이에 남겠다고 하세요. 아니면 퀴즈를 하는 동안 모바일 데이터를 끄세요(아이폰은 ‘Wi-Fi 지원’, 안드로이드는 ‘모바일 데이터로 전환’).',
    },
    {
      name: 'HTTPS만 여는 브라우저',
      sign: '휴대폰이 페이지가 안전하지 않다거나 응답이 없다고 해요.',
      cure: '주소 앞에 http:// 를 붙여 쓰거나, ‘계속하기’를 고르세요.',
    },
    {
      name: '서버가 모르는 이름',
      sign: '페이지가 그렇게 알려 주고 PUBLIC_URL을 말해요.',
      cure: '숫자로 된 주소를 여세요. 또는 그 이름을 .env 파일에 PUBLIC_URL=http://quiz.school.example:3000 처럼 적고 다시 시작하세요.',
    },
    {
      name: '와이파이에 비해 너무 많은 휴대폰',
      sign: '처음 수십 대는 들어오는데, 그다음부터는 와이파이에 연결되지 않거나 끊겨요.',
      cure: '가정용 공유기는 휴대폰 200대를 감당하지 못해요. 행사장의 와이파이나 많은 기기를 위한 장비를 쓰세요. 마당은 휴대폰 한 대에 1초에 약 7 kB만 보내요.',
    },
  ],
  server: '서버',
  inUse: ({ rooms, people }: StopFigures) =>
    rooms === 0 ? '지금은 아무도 없어요.' : `지금 방 ${rooms}개에 ${people}명이 있어요.`,
  version: (version: string) => `버전 ${version}`,
  stop: '서버 끄기',
  stopNow: '끄기',
  stopAsk: ({ rooms, people, hasGame }: StopFigures, goOn: boolean) =>
    [
      hasGame
        ? `지금 게임을 하고 있어요(방 ${rooms}개, ${people}명).`
        : `방 ${rooms}개에 ${people}명이 있어요.`,
      goOn ? '끄더라도 다음에 시작하면 이어서 할 수 있어요.' : '끄면 모두의 게임이 끝나요.',
    ].join(' '),
  stopping: '서버를 끄고 있어요…',
  stopped: '서버가 꺼졌어요. 이 창은 닫아도 돼요. 다시 열려면 마당을 다시 시작하세요.',
  away: '서버가 응답하지 않아요. 서버의 창이 닫혔다면 다시 시작해 주세요. 그러면 이 페이지도 이어져요.',
  notHere: '시작 페이지는 서버를 실행하는 컴퓨터에서만 열려요.',
  notSignedIn:
    '이 페이지는 서버를 실행하는 사람만 볼 수 있어요. 터미널에 나온 ‘start page’ 링크를 여세요.',
  wrongKey:
    '이 링크는 이 서버의 것이 아니거나 이미 쓴 거예요. 터미널에 나온 ‘start page’ 링크를 여세요.',
  home: '첫 화면으로',
};

const en: typeof ko = {
  title: 'Start page',
  isOpen: 'Madang is open',
  hall: 'The address for phones',
  copy: 'Copy',
  copied: 'Copied',
  check: 'Does a phone get in?',
  notYet:
    'Scan this code with a phone in the same Wi-Fi. Once it opens the page, this turns green.',
  reached: 'Yes, a phone has come by this address.',
  otherReached: (base) => `A phone has come by ${base}. Choose that address below.`,
  choose: 'Use another address',
  chooseWhy:
    'Choose the one in the network of the phones. It usually begins like the address in a phone’s Wi-Fi settings.',
  worksMark: 'a phone has come',
  alone:
    'Only this computer gets in now, and no phone. Connect it to a Wi-Fi or a cable, and the address appears here. If it is connected, HOST in .env may be an address of this computer alone: set HOST=0.0.0.0 and start again.',
  moved: (before) =>
    `The network has changed, and with it the address (it was ${before}). Phones do not find the new one by themselves: let them scan the new code.`,
  elsewhere: (taken, port) => `Another program has port ${taken}, so this is port ${port}.`,
  next: 'What would you like to do?',
  host: 'Host a quiz',
  hostHow: 'Open a room, choose a quiz set and invite people.',
  sets: 'My quiz sets',
  setsHow: 'Write questions, bring them from a file, and see the results of games.',
  help: 'If phones do not get in',
  helpFirst: (base) =>
    `First open ${base} on this computer. If it works here, the server is fine and something between it and the phones is in the way. If it does not, the address is wrong (see “The address of a VPN”).`,
  sign: 'How you notice',
  cure: 'What to do',
  obstacles: (port) => [
    {
      name: 'A firewall on this computer',
      sign: 'This computer opens the address, no phone does.',
      cure: `Allow Node.js: on Windows in “Windows Security → Firewall → Allow an app”, on macOS in “System Settings → Network → Firewall”. TCP port ${port} has to come in.`,
    },
    {
      name: 'A guest Wi-Fi that keeps its devices apart',
      sign: 'The same, and the firewall is open.',
      cure: 'Ask whoever runs the network to switch “client isolation” off, or for another Wi-Fi. Or bring a small router of your own; it needs no internet. A hotspot of a phone or laptop also works, but most let in only some five to ten phones.',
    },
    {
      name: 'Two networks',
      sign: 'The same, and this computer is in another Wi-Fi than the phones, or on a cable.',
      cure: 'Put both into the same network.',
    },
    {
      name: 'The address of a VPN, of WSL or of a virtual machine',
      sign: 'The address does not look like those of the phones (in their Wi-Fi settings).',
      cure: 'Switch the VPN off, or choose another address on this page.',
    },
    {
      name: 'A Wi-Fi that wants a login on a web page',
      sign: 'Phones show a login page instead of the quiz, or say that there is no internet.',
      cure: 'Log in on this computer and on each phone first, then scan the QR code in the normal browser. Who is logged out after a while is out of the game, too, and back in the same seat after the next login.',
    },
    {
      name: 'Mobile data',
      sign: 'The page loads and then stands still; the phone’s Wi-Fi sign is gone.',
      cure: 'When the phone asks, choose to stay in this Wi-Fi. Otherwise switch mobile data off for the quiz (on iPhones “Wi-Fi Assist”, on Android “Switch to mobile data”).',
    },
    {
      name: 'A browser that wants HTTPS only',
      sign: 'The phone says that the page is not secure or does not answer.',
      cure: 'Type http:// before the address, or choose to go on.',
    },
    {
      name: 'A name that the server does not know',
      sign: 'The page says so, and names PUBLIC_URL.',
      cure: 'Open the address with numbers. Or put the name into the file .env, as PUBLIC_URL=http://quiz.school.example:3000, and start again.',
    },
    {
      name: 'Too many phones for the Wi-Fi',
      sign: 'The first dozens get in, then phones cannot join the Wi-Fi at all, or drop.',
      cure: 'A router for a flat is not made for 200 phones. Use the Wi-Fi of the hall, or access points that are made for so many. Madang sends each phone only about 7 kB a second.',
    },
  ],
  server: 'The server',
  inUse: ({ rooms, people }) =>
    rooms === 0 ? 'Nobody is here now.' : `Now: ${countOf(rooms, people)}.`,
  version: (version) => `Version ${version}`,
  stop: 'Stop the server',
  stopNow: 'Stop it',
  stopAsk: ({ rooms, people, hasGame }, goOn) =>
    [
      hasGame
        ? `Games are running (${countOf(rooms, people)}).`
        : `People are here (${countOf(rooms, people)}).`,
      goOn
        ? 'They can go on after the next start.'
        : 'Games end for everybody when the server stops.',
    ].join(' '),
  stopping: 'The server is stopping…',
  stopped: 'The server has stopped. You can close this window. To open it again, start Madang.',
  away: 'The server does not answer. If its window is closed, start it again, and this page goes on.',
  notHere: 'The start page opens only on the computer that runs the server.',
  notSignedIn:
    'This page is for whoever runs the server. Open the link “start page” that the terminal shows.',
  wrongKey:
    'This link is not of this server, or it was used already. Open the link “start page” that the terminal shows.',
  home: 'To the first page',
};

function countOf(rooms: number, people: number): string {
  return `${rooms} ${rooms === 1 ? 'room' : 'rooms'}, ${people} ${people === 1 ? 'person' : 'people'}`;
}

export const startWords: Record<Language, typeof ko> = { ko, en };
