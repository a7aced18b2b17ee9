import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
/** The cluster runs from these, and its pages are built from them. */
const PARTS = `package.json package-lock.json ecosystem.config.js vite.config.ts tsconfig.json
  nginx scripts src dist/server dist/src dist/web`.split(/\s+/);
/** Where a number stands, as the compiler has written it; and where it stands for the pages. */
const FILES = {
  WIRE: ['dist/src/protocol/wire.js', 'src/protocol/wire.ts'],
  ROOM_SCHEMA: ['dist/src/game/room-change.js'],
};

/** A copy of the project, in which the next release can be put in place of the one that runs. */
export class Installation {
  private constructor(readonly root: string) {}

  static async create(): Promise<Installation> {
    const root = mkdtempSync(join(tmpdir(), 'madang-release-'));
    for (const part of PARTS) cpSync(join(ROOT, part), join(root, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    const installation = new Installation(root);
    await installation.countAsBuilt();
    return installation;
  }

  /** The same program with another number, built as `npm run build` does after the compiler. */
  async release(name: keyof typeof FILES, value: number): Promise<void> {
    for (const file of FILES[name]) this.rewrite(file, name, value);
    const web =
      name === 'WIRE'
        ? ", import('./scripts/lib/build.mjs').then((made) => made.build(['web']))"
        : '';
    await this.script(
      `await Promise.all([import('./scripts/lib/bundle.mjs').then((made) => made.bundleServer())${web}])`,
    );
    await this.countAsBuilt();
  }

  /** Those that the newest pages have, by name. */
  pageFiles(): string[] {
    return readdirSync(join(this.root, 'dist/web/assets'));
  }

  close(): void {
    rmSync(this.root, { recursive: true });
  }

  private async script(text: string): Promise<void> {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', text], {
      cwd: this.root,
    });
  }

  /** The commands would compile the server, which takes long. */
  private async countAsBuilt(): Promise<void> {
    await this.script(`(await import('./scripts/lib/build.mjs')).countAsBuilt()`);
  }

  private rewrite(file: string, name: string, value: number): void {
    const path = join(this.root, file);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(RegExp(`(const ${name} = )\\d+;`), `$1${value};`);
    if (after === before) throw new Error(`${file} has no ${name} to change`);
    writeFileSync(path, after);
  }
}
