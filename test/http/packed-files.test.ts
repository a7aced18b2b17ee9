import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/i18n/made/languages.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';

const SCRIPT = 'console.log("madang");\n'.repeat(200);
const PAGE = `<!doctype html><title>마당</title>${'<p>hall</p>'.repeat(100)}`;
const KOREAN_PAGE = PAGE.replace('hall', '홀');
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>';

let dir: string;
let app: TestApp;

function writePacked(path: string, text: string): void {
  writeFileSync(join(dir, path), text);
  writeFileSync(join(dir, `${path}.br`), brotliCompressSync(text));
  writeFileSync(join(dir, `${path}.gz`), gzipSync(text));
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'madang-web-'));
  mkdirSync(join(dir, 'assets'));
  for (const language of LANGUAGES)
    writePacked(`index.${language}.html`, language === 'ko' ? KOREAN_PAGE : PAGE);
  writePacked('assets/app-1234.js', SCRIPT);
  writeFileSync(join(dir, 'assets/plain-1234.js'), SCRIPT);
  writeFileSync(join(dir, 'assets/lone-1234.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(dir, 'icon.svg'), PICTURE);
  app = await startTestApp({}, new TestBank(), dir);
});

afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  bytes: Buffer;
}

function ask(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  url = app.url,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, bytes: Buffer.concat(chunks) });
      });
    });
    call.on('error', reject).end();
  });
}

function unpack({ headers, bytes }: Answer): string {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

const taking = (encodings: string): Record<string, string> => ({ 'accept-encoding': encodings });

describe.concurrent('the files of the pages', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['zstd', undefined],
    ['', undefined],
  ])('come packed as the browser takes them: %j', async (encodings, expected) => {
    for (const [path, text, type] of [
      ['/', PAGE, 'text/html; charset=utf-8'],
      ['/join/123456', PAGE, 'text/html; charset=utf-8'],
      ['/assets/app-1234.js?v=1', SCRIPT, 'text/javascript; charset=utf-8'],
    ] as const) {
      const answer = await ask(path, taking(encodings));
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding']).toBe(expected);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers['vary']).toContain('Accept-Encoding');
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(unpack(answer)).toBe(text);
      const share = expected === undefined ? 1 : 0.5;
      expect(answer.bytes.length).toBeLessThanOrEqual(Buffer.byteLength(text) * share);
    }
  });

  it('come as they are to who names no encoding, or where none is packed', async () => {
    for (const [path, text] of [
      ['/assets/app-1234.js', SCRIPT],
      ['/assets/plain-1234.js', SCRIPT],
      ['/icon.svg', PICTURE],
    ] as const) {
      const answer = await ask(path, path.includes('app') ? {} : taking('br, gzip'));
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['vary']).toBe('Accept-Encoding');
      expect(answer.bytes.toString()).toBe(text);
    }
  });

  it.each(['gzip, br', 'identity', 'br;q=1, gzip;q=0', ''])(
    'come where a package has them in gzip alone, to who takes %j',
    async (encodings) => {
      const answer = await ask('/assets/lone-1234.js', taking(encodings));
      const isPacked = encodings.startsWith('gzip');
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined);
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(unpack(answer)).toBe(SCRIPT);
    },
  );

  it('are kept by browsers for as long as they may be', async () => {
    const age = async (path: string) => (await ask(path, taking('br'))).headers['cache-control'];
    expect(await age('/assets/app-1234.js')).toBe('public, max-age=31536000, immutable');
    expect(await age('/icon.svg')).toBe('public, max-age=3600');
    expect(await age('/')).toBe('no-cache');
    expect((await ask('/', taking('br'))).headers['set-cookie']?.[0]).toMatch(/^madang=/);
  });

  it.each(['br', 'gzip', 'identity'])(
    'have a mark of their own in each encoding, and are not sent again: %s',
    async (encoding) => {
      for (const path of ['/', '/assets/app-1234.js']) {
        const { etag = '' } = (await ask(path, taking(encoding))).headers;
        const known = { ...taking(encoding), 'if-none-match': etag };
        const answer = await ask(path, known);
        expect(answer.status).toBe(304);
        expect(answer.headers['vary']).toContain('Accept-Encoding');
        expect(answer.bytes).toHaveLength(0);
        const others = ['br', 'gzip', 'identity'].filter((one) => one !== encoding);
        for (const other of others) {
          const foreign = await ask(path, { ...taking(other), 'if-none-match': etag });
          expect(foreign.status).toBe(200);
        }
      }
    },
  );

  it('come in the language of the browser where they are pages', async () => {
    for (const [languages, text] of [
      ['ko-KR,ko;q=0.9,en;q=0.8', KOREAN_PAGE],
      ['en-US,en;q=0.9,ko;q=0.8', PAGE],
      ['xx', PAGE],
      ['xx, ko;q=0.1', KOREAN_PAGE],
    ] as const) {
      const answer = await ask('/', { ...taking('br'), 'accept-language': languages });
      expect(unpack(answer)).toBe(text);
      expect(answer.headers['vary']).toBe('Accept-Language, Accept-Encoding');
    }
  });

  it('bring what is for documents only where they are documents', async () => {
    const forDocuments = ['content-security-policy', 'referrer-policy', 'permissions-policy'];
    const [page, picture, file] = await Promise.all(
      ['/', '/icon.svg', '/assets/app-1234.js'].map((path) => ask(path, taking('br'))),
    );
    for (const name of forDocuments) {
      expect(page!.headers[name]).toBeDefined();
      expect(picture!.headers[name]).toBeDefined();
      expect(file!.headers[name]).toBeUndefined();
    }
    expect(file!.headers['x-content-type-options']).toBe('nosniff');
  });

  it('tell by HEAD what GET would send', async () => {
    for (const path of ['/', '/assets/app-1234.js']) {
      const { headers } = await ask(path, taking('gzip'));
      const { headers: alone, bytes } = await ask(path, taking('gzip'), 'HEAD');
      expect(bytes).toHaveLength(0);
      for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
        expect(alone[name]).toBe(headers[name]);
    }
  });

  it('come whole, as a part of a packed file is of no use', async () => {
    const answer = await ask('/assets/app-1234.js', { ...taking('br'), range: 'bytes=0-9' });
    expect(answer.status).toBe(200);
    expect(answer.headers['accept-ranges']).toBeUndefined();
    expect(unpack(answer)).toBe(SCRIPT);
  });

  it('of another build that lies there by now are for the process that is of it', async ({
    onTestFinished,
  }) => {
    const old = mkdtempSync(join(tmpdir(), 'madang-web-'));
    onTestFinished(() => rmSync(old, { recursive: true }));
    cpSync(dir, join(old, 'web'), { recursive: true });
    const running = await startTestApp({}, new TestBank(), join(old, 'web'));
    onTestFinished(() => running.close());
    for (const language of LANGUAGES)
      for (const ending of ['', '.br', '.gz'])
        writeFileSync(join(old, `web/index.${language}.html${ending}`), 'a page of the next build');
    renameSync(join(old, 'web'), join(old, 'web-before'));
    mkdirSync(join(old, 'web/assets'), { recursive: true });
    for (const encoding of ['br', 'gzip', 'identity'])
      expect(unpack(await ask('/', taking(encoding), 'GET', running.url))).toBe(PAGE);
    const script = await ask('/assets/app-1234.js', taking('br'), 'GET', running.url);
    expect(unpack(script)).toBe(SCRIPT);
  });

  it('come packed with the page for a wrong address, too, and errors do not', async () => {
    const page = await ask('/nowhere', { ...taking('br'), accept: 'text/html' });
    expect(page.status).toBe(404);
    expect(page.headers['content-encoding']).toBe('br');
    expect(unpack(page)).toBe(PAGE);
    for (const path of ['/assets/nothing.js', '/nothing.svg', '/assets/..%2findex.html']) {
      const missing = await ask(path, taking('br'));
      expect(missing.status).toBeGreaterThanOrEqual(400);
      expect(missing.headers['content-encoding']).toBeUndefined();
      expect(missing.headers['cache-control']).toBe(
        path.startsWith('/assets') ? 'no-store' : undefined,
      );
      expect(JSON.parse(missing.bytes.toString())).toMatchObject({
        error: { code: missing.status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST' },
      });
    }
  });
});
