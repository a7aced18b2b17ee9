import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/server/platform/config/config.js';
import { claimFolder, portOfBefore, type ClaimedFolder } from '../../src/server/running.js';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'madang-secret-'));
  onTestFinished(() => fs.rmSync(dir, { recursive: true }));
});

const secretOf = (env: Record<string, string> = {}): string =>
  readConfig({ DATA_DIR: dir, ...env }).SECRET;
const file = (): string => join(dir, 'secret');

describe('R15.1 the secret that all sessions and links hang on', () => {
  it.each([
    ['empty', ''],
    ['cut short', 'Zk3v'],
    ['of 15 characters', 'x'.repeat(15)],
    ['of blanks alone', ' \n'.repeat(40)],
    ['of zero bytes, as a power cut leaves it', '\0'.repeat(43)],
    ['of which zero bytes are a part', `${'x'.repeat(20)}${'\0'.repeat(23)}`],
  ])('is refused where the file is %s, and not made anew', (_, text) => {
    fs.writeFileSync(file(), text);
    expect(() => secretOf()).toThrow(
      /secret has no secret of at least 16 characters.*delete it.*all sessions, links and tickets end/,
    );
    expect(fs.readFileSync(file(), 'utf8')).toBe(text);
    expect(fs.readdirSync(dir)).toEqual(['secret']);
  });

  it.each(['x'.repeat(15), ' '.repeat(16), `${'x'.repeat(16)}\0`])(
    'is refused where SECRET is %j',
    (SECRET) => {
      expect(() => secretOf({ SECRET })).toThrow('SECRET: at least 16 characters');
      expect(fs.readdirSync(dir)).toEqual([]);
    },
  );

  it('is taken from 16 characters on, without the line end of an editor', () => {
    fs.writeFileSync(file(), `${'x'.repeat(16)}\n`);
    expect(secretOf()).toBe('x'.repeat(16));
    expect(secretOf({ SECRET: 'y'.repeat(16) })).toBe('y'.repeat(16));
    // As secrets are mounted into a container.
    fs.renameSync(file(), join(dir, 'elsewhere'));
    fs.symlinkSync('elsewhere', file());
    expect(secretOf()).toBe('x'.repeat(16));
  });

  it.skipIf(process.platform === 'win32')('is refused where something else has its name', () => {
    execFileSync('mkfifo', [file()]);
    expect(() => secretOf()).toThrow(/cannot be read \(.*not a regular file/);
    fs.rmSync(file());
    fs.mkdirSync(file());
    expect(() => secretOf()).toThrow('the secret cannot be read');
  });

  it('is made once, and stays', () => {
    const made = secretOf();
    expect(made.length).toBe(43);
    expect(secretOf()).toBe(made);
    expect(fs.readdirSync(dir)).toEqual(['secret']);
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform !== 'linux')('is on the disk before it has its name', () => {
    const done: string[] = [];
    const pathOf = (handle: number): string => fs.readlinkSync(`/proc/self/fd/${handle}`);
    vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
      const path = pathOf(handle);
      const bytes = path === dir ? '' : ` of ${fs.fstatSync(handle).size} bytes`;
      done.push(`sync ${path.slice(dir.length).replace(/\..*/, '.draft')}${bytes}`);
    });
    const link = fs.linkSync.bind(fs);
    vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
      done.push('name');
      link(from, to);
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    secretOf();
    expect(done).toEqual(['sync /secret.draft of 43 bytes', 'name', 'sync ']);
  });
});

describe('R26.6 what a process tells of itself', () => {
  const claim = async (): Promise<ClaimedFolder> => {
    const claimed = await claimFolder(dir, 0);
    if (claimed.kind !== 'ours') throw new Error(claimed.kind);
    onTestFinished(() => claimed.folder.release());
    return claimed.folder;
  };
  const told = async (): Promise<unknown> => {
    const claimed = await claimFolder(dir, 0);
    return claimed.kind === 'taken' ? claimed.by : claimed.kind;
  };

  it.each(['99999', '-1', '0', '3000.5', '0x', '9'.repeat(5_000)])(
    'is no port where the file says %j',
    (text) => {
      fs.writeFileSync(join(dir, 'port'), text);
      expect(portOfBefore(dir)).toBeUndefined();
    },
  );

  it('is nothing where it names a port that does not exist', async () => {
    await claim();
    fs.writeFileSync(join(dir, 'running.json'), '{"pid":1,"port":99999,"nonce":"x"}');
    expect(await told()).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('may be pipes, which hold nobody', async () => {
    const names = ['port', 'running.json', 'port.new', 'running.json.new'];
    for (const name of names) execFileSync('mkfifo', [join(dir, name)]);
    expect(portOfBefore(dir)).toBeUndefined();
    const folder = await claim();
    folder.listening(4_242);
    expect(portOfBefore(dir)).toBe(4_242);
    expect(await told()).toMatchObject({ pid: process.pid, port: 4_242 });
  });
});
