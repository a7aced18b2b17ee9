/** A program in the files of the image, as a container runs it: another user, nothing to write but its volume. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  Volumes: Record<string, object>;
  ExposedPorts: Record<string, object>;
  Healthcheck: { Test: string[] };
}

interface Built {
  IMAGE: string;
}

const script = new URL('../../scripts/lib/image/build-image.mjs', import.meta.url).href;
const { IMAGE } = (await import(script)) as Built;

export const imageConfig = JSON.parse(
  readFileSync(join(IMAGE, 'image.json'), 'utf8'),
) as ImageConfig;
export const imageFiles = join(IMAGE, 'files');

/** Its own user, processes and files; the network is that of the machine. `data` lies over the volume. */
export function runConfined(
  command: readonly string[],
  data: string,
  env: Record<string, string> = {},
): ChildProcess {
  const settings = Object.fromEntries(imageConfig.Env.map((line) => line.split(/=(.*)/s)));
  const { NODE_EXTRA_CA_CERTS: _, ...own } = settings as Record<string, string>;
  const set = Object.entries({ ...own, ...env }).flatMap(([name, value]) => [
    '--setenv',
    name,
    value,
  ]);
  const confine = [
    '--unshare-user',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--unshare-pid',
    '--as-pid-1',
    '--unshare-ipc',
  ];
  const files = [
    '--ro-bind',
    imageFiles,
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--bind',
    data,
    '/data',
  ];
  const where = ['--chdir', imageConfig.WorkingDir, '--die-with-parent', '--clearenv'];
  return spawn('bwrap', [...confine, ...files, ...where, ...set, '--', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs to the end; the exit code. */
export async function runToEnd(child: ChildProcess): Promise<number | null> {
  await once(child, 'close');
  return child.exitCode;
}
