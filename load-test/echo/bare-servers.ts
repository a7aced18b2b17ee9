/** The bare echo servers in a process of their own, so that their CPU time can be told from the client's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { LabError } from '../swarm/command-line.js';
import { noteOpenRig } from '../lab/open-rigs.js';
import { PROJECT_ROOT } from '../report/project-root.js';
import { onCore } from '../swarm/cores.js';

export interface BareServers {
  pid: number;
  /** Addresses. */
  ws: string;
  tcp: string;
  stop: () => Promise<void>;
}

export async function startBareServers(core: number | undefined): Promise<BareServers> {
  const [command, args] = onCore(core, [join(PROJECT_ROOT, 'dist/load-test/echo/server.js')]);
  // Detached: Ctrl-C goes to all of the terminal's group, and the servers must outlive the client.
  const child = spawn(command, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const forget = noteOpenRig(() => child.kill('SIGKILL'));
  const ended = once(child, 'close').catch(() => {});
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    forget();
  };
  const printed = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
  });
  const line = await Promise.race([printed, ended.then(() => undefined)]);
  if (line === undefined || child.pid === undefined) {
    forget();
    throw new LabError('The echo servers did not start');
  }
  const addresses = JSON.parse(line) as { ws: string; tcp: string };
  return { pid: child.pid, ...addresses, stop };
}
