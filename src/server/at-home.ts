/** The program as somebody runs it on their own machine, without a checkout: data in their own folder, words in their language. */
import { isAbsolute, join } from 'node:path';
import { inTerminal, terminalLanguages } from './terminal-words.js';

interface System {
  platform: string;
  env: NodeJS.ProcessEnv;
  home: string;
}

/** The folder for a person's data of this program, as each system has it. */
export function homeFolder({ platform, env, home }: System): string {
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Madang');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Madang');
  // A path that is not absolute counts as not set (XDG Base Directory Specification).
  const given = env['XDG_DATA_HOME'] ?? '';
  return join(isAbsolute(given) ? given : join(home, '.local', 'share'), 'madang');
}

/** For the person at the window, before the program greets. */
export function firstWords(dataDir: string, languages = terminalLanguages()): string {
  const lines = inTerminal((say) => `${say.starts}\n${say.dataFolder({ dataDir })}`, languages);
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

/** Why a package does not start with settings of several processes; undefined where there are none. */
export function refusal(
  env: NodeJS.ProcessEnv,
  languages = terminalLanguages(),
): string | undefined {
  const names = ['REDIS_URL', 'DATABASE_URL'].filter((name) => env[name]);
  if (names.length === 0) return undefined;
  const settings = names.join(', ');
  const lines = inTerminal((say) => say.oneMachine({ settings }), languages);
  return lines.map((line) => `${line}\n`).join('');
}
