import { spawn, type ChildProcess } from 'node:child_process';

/** How soon after a game has begun the machine is kept awake, in ms. */
const LOOK_MS = 5_000;

/** `ES_CONTINUOUS | ES_SYSTEM_REQUIRED`, until the process with this id ends. */
const onWindows = (pid: number): string =>
  `$s = Add-Type -PassThru -Name S -Namespace W -MemberDefinition '[DllImport("kernel32.dll")] public static extern uint SetThreadExecutionState(uint f);'; ` +
  `$null = $s::SetThreadExecutionState(0x80000001); Wait-Process -Id ${pid}`;

/** A program that keeps a machine of this kind awake as long as the process lives; undefined where none is known. */
export function commandFor(
  platform: NodeJS.Platform,
  pid: number,
): [file: string, args: string[]] | undefined {
  switch (platform) {
    case 'darwin':
      return ['caffeinate', ['-i', '-w', String(pid)]];
    case 'linux':
      return [
        'systemd-inhibit',
        [
          '--what=idle:sleep',
          '--who=Madang',
          '--why=A game is running',
          'tail',
          `--pid=${pid}`,
          '-f',
          '/dev/null',
        ],
      ];
    case 'win32':
      return ['powershell', ['-NoProfile', '-NonInteractive', '-Command', onWindows(pid)]];
    default:
      return undefined;
  }
}

export interface KeepAwakeSettings {
  /** Whether a game runs. */
  isNeeded: () => boolean;
  /** Told once where the machine has nothing that keeps it awake. */
  failed: (error: Error) => void;
  platform?: NodeJS.Platform;
  lookMs?: number;
}

/** Keeps the machine from going to sleep by itself while a game runs, where it can. */
export class KeepAwake {
  private child: ChildProcess | undefined;
  private isHopeless = false;
  private readonly looking: NodeJS.Timeout;

  constructor(private readonly settings: KeepAwakeSettings) {
    this.looking = setInterval(() => this.look(), settings.lookMs ?? LOOK_MS).unref();
  }

  close(): void {
    clearInterval(this.looking);
    this.child?.kill();
  }

  private look(): void {
    const { isNeeded, platform = process.platform } = this.settings;
    if (!isNeeded()) {
      this.child?.kill();
      this.child = undefined;
      return;
    }
    const command = commandFor(platform, process.pid);
    if (command === undefined || this.child !== undefined || this.isHopeless) return;
    const child = spawn(...command, { stdio: 'ignore', windowsHide: true });
    this.child = child;
    child.once('error', (error) => this.giveUp(error));
    child.once('exit', (code) => {
      // It ends with this process, or by our kill, and else it could not do it.
      if (this.child === child && code !== null) this.giveUp(new Error(`it ended with ${code}`));
    });
  }

  private giveUp(error: Error): void {
    this.child = undefined;
    this.isHopeless = true;
    this.settings.failed(error);
  }
}
