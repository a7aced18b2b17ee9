import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { writeLinkFile } from './http/start/link-file.js';

/** Containers leave one of these in their root. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

export interface Surroundings {
  /** OPEN, where it is set. */
  wanted: boolean | undefined;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Whether standard output is a terminal. */
  isTerminal: boolean;
  /** Whether a program has started this one and is told by messages, as pm2 is. */
  isSupervised: boolean;
  exists?: (path: string) => boolean;
}

/** Whether somebody sits in front of this machine who would see a browser. */
export function hasScreen(around: Surroundings): boolean {
  const { wanted, env, platform, isTerminal, isSupervised, exists = existsSync } = around;
  if (wanted !== undefined) return wanted;
  const isElsewhere =
    isSupervised ||
    ['CI', 'pm_id', 'SSH_CONNECTION', 'KUBERNETES_SERVICE_HOST', 'container'].some(
      (name) => (env[name] ?? '') !== '',
    ) ||
    CONTAINER_MARKS.some((path) => exists(path));
  if (!isTerminal || isElsewhere) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}

/**
 * Opens the browser of the system, and resolves when that has begun. It never rejects: a failure is a line in the log,
 * as the terminal shows the address, too.
 */
export function openBrowser(
  url: string,
  logger: Logger,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  // An error of `spawn` has the link in it, which lets in.
  const failed = (reason: string): void =>
    logger.info({ reason }, 'the browser could not be opened');
  const [command, args] = commandOf(url, platform);
  const child = spawn(command, args, {
    detached: true,
    stdio: 'ignore',
    windowsVerbatimArguments: platform === 'win32',
    windowsHide: true,
  });
  const begun = new Promise<void>((resolve) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      failed(error.message);
      resolve();
    });
  });
  child.once('exit', (code) => {
    if (code !== 0) failed(`${command} ended with ${code}`);
  });
  child.unref();
  return begun;
}

export interface StartLink {
  port: number;
  /** The path of the start page, with a ticket behind `#`. */
  path: string;
  dataDir: string;
}

/**
 * Returns the place that the browser is given to open: a file that leads on to the start page and that other users of the machine cannot
 * read, as they can read a command line. Without such a file it is the page itself, which asks for the operator's key.
 */
export function placeToOpen(
  { port, path, dataDir }: StartLink,
  logger: Logger,
  platform: NodeJS.Platform = process.platform,
): string {
  const base = `http://localhost:${port}`;
  const dir = resolve(dataDir);
  // A browser from a snap is let into no hidden folder.
  const isHidden = platform === 'linux' && dir.split(sep).some((name) => name.startsWith('.'));
  if (!isHidden)
    try {
      const file = writeLinkFile(dir, base, path);
      return platform === 'win32' ? file : pathToFileURL(file).href;
    } catch (error) {
      logger.info({ err: error }, 'the browser is opened without a ticket');
    }
  return base + path.replace(/#.*/, '');
}

function commandOf(url: string, platform: NodeJS.Platform): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  // The first quoted word would be the title of a window.
  if (platform === 'win32') return ['cmd', ['/c', 'start', '""', `"${url}"`]];
  return ['xdg-open', [url]];
}
