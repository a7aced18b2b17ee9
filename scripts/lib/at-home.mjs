/** The program as somebody runs it on their own machine, without a checkout: data in their own folder, words in their language. */
import { isAbsolute, join } from 'node:path';

/** The folder for a person's data of this program, as each system has it. */
export function homeFolder({ platform, env, home }) {
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Madang');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Madang');
  // A path that is not absolute counts as not set (XDG Base Directory Specification).
  const given = env.XDG_DATA_HOME ?? '';
  return join(isAbsolute(given) ? given : join(home, '.local', 'share'), 'madang');
}

/** The locale of this machine, as `ko-KR`. */
export const ownLocale = () => new Intl.DateTimeFormat().resolvedOptions().locale;

const isKorean = (locale) => /^ko\b/.test(locale);

/** For the person at the window, before the program greets. */
export function firstWords(dataDir, locale) {
  const lines = isKorean(locale)
    ? [
        '마당을 시작해요. 끝내려면 이 창에서 Ctrl-C를 누르거나 창을 닫으세요.',
        `퀴즈와 그림, 결과는 이 폴더에 있어요: ${dataDir}`,
      ]
    : [
        'Madang is starting. To stop it, press Ctrl-C in this window, or close the window.',
        `Quiz sets, pictures and results are in this folder: ${dataDir}`,
      ];
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

/** Why a package does not start with settings of several processes; undefined where there are none. */
export function refusal(env, locale) {
  const names = ['REDIS_URL', 'DATABASE_URL'].filter((name) => env[name]);
  if (names.length === 0) return undefined;
  const set = names.join(', ');
  return isKorean(locale)
    ? `${set}: 이 패키지는 컴퓨터 한 대에서만 써요. Redis나 PostgreSQL을 쓰려면 소스 저장소(checkout)나 컨테이너 이미지로 시작하세요.\n`
    : `${set}: this package plays on one machine. To use Redis or PostgreSQL, start from a checkout or the image.\n`;
}
