/** The top of a package: its starter and its README. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIR = join(import.meta.dirname, 'starters');

const SYSTEMS = {
  win: {
    starters: { 'Madang.cmd': 'Madang.cmd' },
    data: '%LOCALAPPDATA%\\Madang',
    help: {
      en: 'Windows does not know this program, as nobody has signed it. Where it says\n"Windows protected your PC", choose "More info", then "Run anyway".',
      ko: '서명이 없는 프로그램이라 Windows가 막을 수 있어요. "Windows의 PC 보호" 창이\n나오면 "추가 정보"를 누르고 "실행"을 누르세요.',
    },
  },
  darwin: {
    starters: { 'Madang.command': 'madang' },
    data: '~/Library/Application Support/Madang',
    help: {
      en: 'macOS stops this program at first, as nobody has signed it. Open "System Settings",\n"Privacy & Security", and choose "Open Anyway" beside Madang.command. Or type in\nTerminal, in this folder:  xattr -dr com.apple.quarantine .',
      ko: '서명이 없는 프로그램이라 macOS가 처음에 막아요. "시스템 설정"의 "개인정보 보호 및\n보안"에서 Madang.command 옆의 "그래도 열기"를 누르세요. 또는 터미널로 이 폴더에서\nxattr -dr com.apple.quarantine .  을 입력하세요.',
    },
  },
  linux: {
    starters: { madang: 'madang' },
    data: '~/.local/share/madang',
    help: {
      en: 'Where a double click only shows the file, type in a terminal, in this folder:\n./madang',
      ko: '더블 클릭했을 때 파일 내용만 보이면, 터미널로 이 폴더에서 ./madang 을 입력하세요.',
    },
  },
};

const read = (name) => readFileSync(join(DIR, name), 'utf8');

/** Text of each file by its name, for one of the targets. */
export function startersFor(target, version) {
  const system = target.split('-')[0];
  const { starters, data, help } = SYSTEMS[system];
  const files = Object.fromEntries(
    Object.entries(starters).map(([name, source]) => [name, read(source)]),
  );
  const words = {
    VERSION: version,
    SYSTEM: target,
    STARTER: Object.keys(starters)[0],
    DATA: data,
    HELP_EN: help.en,
    HELP_KO: help.ko,
  };
  files['README.txt'] = read('README.txt').replaceAll(
    /\b(?:VERSION|SYSTEM|STARTER|DATA|HELP_EN|HELP_KO)\b/g,
    (word) => words[word],
  );
  if (system !== 'win') return files;
  // A batch file with single line ends is read wrongly.
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
  );
}
