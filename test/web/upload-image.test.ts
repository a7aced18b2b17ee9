import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// As text: the types of a browser are not those of these tests.
const UPLOADER: string = '../../src/web/desk/upload-image.js';

vi.mock('../../src/web/i18n/language.svelte.js', async () => ({
  i18n: await (await import('../support/page-words.js')).pageWords('en'),
}));
vi.mock('../../src/web/ui/failure-text.js', () => ({ failureText: (code: string) => code }));

type Uploaded = { image: { id: string } } | { problem: string };
type Progress = (state: number | 'waits') => void;
interface Uploader {
  uploadImage: (file: Blob, progress: Progress) => Promise<Uploaded>;
  isUploading: () => boolean;
  uploadsDone: () => Promise<void>;
}

/** Of the server: what it answers, or that nothing is heard of it. */
type Answer = { status: number; response: unknown } | 'error' | 'silence';

const kept = (id: string): Answer => ({ status: 201, response: { id } });
const refused = (code: string): Answer => ({ status: 429, response: { error: { code } } });

/** A request whose answer the test gives. */
class FakeRequest extends EventTarget {
  static readonly sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  responseType = '';
  status = 0;
  response: unknown = null;
  body: File | undefined;

  open(): void {}

  setRequestHeader(): void {}

  send(body: File): void {
    this.body = body;
    FakeRequest.sent.push(this);
  }

  abort(): void {
    this.end('abort');
  }

  answer(answer: Answer): void {
    if (answer === 'silence') return;
    if (answer === 'error') return this.end('error');
    Object.assign(this, answer);
    this.end('load');
  }

  private end(event: string): void {
    for (const one of [event, 'loadend']) this.dispatchEvent(new Event(one));
  }
}

const names = (): (string | undefined)[] => FakeRequest.sent.map(({ body }) => body?.name);
const picture = (name: string, type = 'image/png'): File => new File(['x'], name, { type });
const pass = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

let uploader: Uploader;
let told: Map<string, (number | 'waits')[]>;

/** Takes a picture as the editor does; what becomes of it is told later. */
function take(name: string): Promise<Uploaded> {
  const states: (number | 'waits')[] = [];
  told.set(name, states);
  return uploader.uploadImage(picture(name), (state) => states.push(state));
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  FakeRequest.sent.length = 0;
  told = new Map();
  uploader = (await import(UPLOADER)) as Uploader;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  vi.useRealTimers();
});

describe('R18.1 pictures that a host chooses one after the other', () => {
  it('go to the server one at a time, in their order', async () => {
    const uploads = ['a', 'b', 'c'].map(take);
    await pass();
    expect(names()).toEqual(['a']);
    expect([...told.values()]).toEqual([['waits'], ['waits'], ['waits']]);
    for (const [n, name] of ['a', 'b', 'c'].entries()) {
      expect(names()).toEqual(['a', 'b', 'c'].slice(0, n + 1));
      FakeRequest.sent[n]!.upload.dispatchEvent(
        Object.assign(new Event('progress'), { loaded: 1, total: 4 }),
      );
      expect(told.get(name)).toEqual(['waits', 25]);
      FakeRequest.sent[n]!.answer(kept(name));
      await pass();
    }
    expect(await Promise.all(uploads)).toEqual(['a', 'b', 'c'].map((id) => ({ image: { id } })));
  });

  it.each(['BUSY', 'RATE_LIMITED'])(
    'wait and are tried again where the server says %s, before those behind them',
    async (code) => {
      const uploads = ['a', 'b'].map(take);
      await pass();
      for (let n = 0; n < 3; n++) {
        FakeRequest.sent.at(-1)!.answer(refused(code));
        await pass(1_499);
        expect(FakeRequest.sent).toHaveLength(n + 1);
        await pass(1);
        expect(names()).toEqual(Array.from({ length: n + 2 }, () => 'a'));
      }
      expect(told.get('a')).toEqual(['waits', 'waits', 'waits', 'waits']);
      for (const id of ['a', 'b']) {
        FakeRequest.sent.at(-1)!.answer(kept(id));
        await pass();
      }
      expect(await Promise.all(uploads)).toEqual([{ image: { id: 'a' } }, { image: { id: 'b' } }]);
    },
  );

  it('that fail, are refused, or of which nothing is heard do not block those behind them', async () => {
    const failing: Answer[] = ['error', refused('BAD_IMAGE'), 'silence'];
    const uploads = ['a', 'b', 'c', 'd'].map(take);
    for (const answer of failing) {
      await pass();
      FakeRequest.sent.at(-1)!.answer(answer);
      if (answer === 'silence') await pass(60_000);
    }
    await pass();
    FakeRequest.sent.at(-1)!.answer(kept('d'));
    const settled = await Promise.all(uploads);
    const problems = ['NO_ANSWER', 'BAD_IMAGE', 'NO_ANSWER'].map((problem) => ({ problem }));
    expect(settled).toEqual([...problems, { image: { id: 'd' } }]);
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('give up after half a minute of a server that has no place, and let the next one try', async () => {
    const [first, second] = ['a', 'b'].map(take);
    for (let n = 0; n < 20; n++) {
      await pass();
      FakeRequest.sent.at(-1)!.answer(refused('BUSY'));
      await pass(1_500);
    }
    expect(await first).toEqual({ problem: 'BUSY' });
    expect(names().at(-1)).toBe('b');
    FakeRequest.sent.at(-1)!.answer(kept('b'));
    expect(await second).toEqual({ image: { id: 'b' } });
  });

  it('that cannot be pictures are told at once, and keep no place', async () => {
    const first = take('a');
    expect(await uploader.uploadImage(picture('text.txt', 'text/plain'), () => {})).toHaveProperty(
      'problem',
    );
    await pass();
    FakeRequest.sent.at(-1)!.answer(kept('a'));
    await first;
    expect(names()).toEqual(['a']);
  });

  it('are waited for by who leaves', async () => {
    expect(uploader.isUploading()).toBe(false);
    await uploader.uploadsDone();
    const uploads = ['a', 'b'].map(take);
    let isDone = false;
    const done = uploader.uploadsDone().then(() => (isDone = true));
    for (const answer of ['error', kept('b')] as const) {
      await pass();
      expect([uploader.isUploading(), isDone]).toEqual([true, false]);
      FakeRequest.sent.at(-1)!.answer(answer);
    }
    await Promise.all([done, ...uploads]);
    expect(uploader.isUploading()).toBe(false);
  });
});
