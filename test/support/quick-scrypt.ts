import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const real = { scrypt: crypto.scrypt, scryptSync: crypto.scryptSync };
type Done = (error: Error | null, key: Buffer) => void;

const cheap = (cost: ScryptOptions): ScryptOptions => ({ ...cost, N: 2 ** 8 });
const quick = {
  scrypt: (password: string, salt: Buffer, bytes: number, cost: ScryptOptions, done: Done) =>
    real.scrypt(password, salt, bytes, cheap(cost), done),
  scryptSync: (password: string, salt: Buffer, bytes: number, cost: ScryptOptions) =>
    real.scryptSync(password, salt, bytes, cheap(cost)),
};

/** For files that hash some hundred passwords and judge no time: each takes a ms. */
export function useQuickScrypt(): void {
  const use = (functions: typeof real | typeof quick): void => {
    Object.assign(crypto, functions);
    syncBuiltinESMExports();
  };
  beforeAll(() => use(quick));
  afterAll(() => use(real));
}
