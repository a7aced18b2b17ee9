import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SLOW, useHall } from '../support/hall.js';

const hall = useHall();
const proxied = useHall({ ...SLOW, TRUST_PROXY: 'true', PUBLIC_URL: 'https://quiz.example.org/' });

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(hall.app.url + path, { headers });

/** A path exactly as written, which fetch would tidy up. */
function getRaw(path: string, method = 'GET'): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = hall.app;
    const call = request({ host: '127.0.0.1', port, path, method, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject).end();
  });
}

describe.concurrent('the pages', () => {
  it.each(['/', '/join/123456', '/screen/123456', '/host/123456', '/desk'])(
    'R2.1 %s gives its visitor an identity',
    async (path) => {
      const page = await get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(page.headers.get('cache-control')).toBe('no-cache');
      const cookie = page.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(
        /^madang=v1\.[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
      );
      const pair = cookie.split(';')[0]!;
      expect((await get(path, { cookie: pair })).headers.get('set-cookie')).toBeNull();
      const forged = `${pair.slice(0, -10)}AAAAAAAAAA`;
      const fresh = (await get(path, { cookie: forged })).headers.get('set-cookie');
      expect(fresh?.split(';')[0]).not.toBe(pair);
      // The one that it proves as a token, too.
      const options = { extraHeaders: { cookie: pair } };
      const { gameId } = await hall.connect({}, options).do('createRoom', {});
      const again = hall.connect({ token: pair.replace('madang=', '') });
      expect(await again.do('joinRoom', { gameId })).toMatchObject({ resumed: true });
    },
  );

  it('R2.1 keeps the cookie for TLS where the proxy says so', async () => {
    const url = `${proxied.app.url}/`;
    const secure = await fetch(url, { headers: { 'x-forwarded-proto': 'https' } });
    expect(secure.headers.get('set-cookie')).toContain('; Secure');
    expect((await fetch(url)).headers.get('set-cookie')).not.toContain('Secure');
    const claimed = await get('/', { 'x-forwarded-proto': 'https' });
    expect(claimed.headers.get('set-cookie')).not.toContain('Secure');
  });

  it('R10.1 keeps browsers at TLS, where the proxy says that they came by it', async () => {
    const hsts = async (url: string, scheme: string): Promise<string | null> => {
      const { headers } = await fetch(url, { headers: { 'x-forwarded-proto': scheme } });
      return headers.get('strict-transport-security');
    };
    for (const path of ['/', '/api/rooms', '/nowhere'])
      expect(await hsts(proxied.app.url + path, 'https')).toBe('max-age=15552000');
    expect(await hsts(proxied.app.url, 'http')).toBeNull();
    expect(await hsts(hall.app.url, 'https')).toBeNull();
  });

  it('R1.1 leads from the six digits behind the address to the room, and from nothing else', async () => {
    const to = async (path: string): Promise<string | null> => {
      const { status, headers } = await fetch(hall.app.url + path, { redirect: 'manual' });
      return status === 302 ? headers.get('location') : null;
    };
    expect(await Promise.all(['/012345', '/012345/'].map(to))).toEqual([
      '/join/012345',
      '/join/012345',
    ]);
    const others = ['/12345', '/1234567', '/12345a', '/012345/x', '//012345'];
    expect((await Promise.all(others.map(to))).filter((place) => place !== null)).toEqual([]);
  });

  it.each(['/', '/api/rooms', '/health/live', '/nowhere', '/assets/nothing.js'])(
    'R10.1 sends security headers with %s, and no word of what runs here',
    async (path) => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'self'", "object-src 'none'", "frame-ancestors 'self'"])
        expect(policy).toContain(part);
      // The WebSocket to the own host is `self`, too; to any other it would be a way out for data.
      expect(policy).toContain("connect-src 'self';");
      expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      for (const power of ['camera', 'geolocation', 'microphone'])
        expect(headers.get('permissions-policy')).toContain(`${power}=()`);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it.each([
    ['/socket.io/?EIO=4&transport=polling', {}, 200],
    ['/socket.io/?EIO=4&transport=nothing', {}, 400],
    ['/socket.io/?EIO=4&transport=polling&j=1', {}, 400],
    ['/socket.io/?EIO=4&transport=polling', { origin: 'https://elsewhere.example' }, 403],
  ])('R10.1 sends them with what Engine.IO answers: %s, %o', async (path, asked, status) => {
    const answer = await get(path, asked);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    const byTls = { 'x-forwarded-proto': 'https', ...(asked as Record<string, string>) };
    const there = await fetch(proxied.app.url + path, { headers: byTls });
    expect(there.headers.get('strict-transport-security')).toBe('max-age=15552000');
  });

  it('R10.1 lets no script run in the page but those lines of its head', async () => {
    const source = readFileSync(join(import.meta.dirname, '../../src/web/index.html'), 'utf8');
    const hashes = Array.from(source.matchAll(/<script>([^]*?)<\/script>/g), ([, lines]) =>
      createHash('sha256').update(String(lines)).digest('base64'),
    );
    expect(hashes).toHaveLength(1);
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy).toContain(`; script-src 'self' 'sha256-${hashes[0]}';`);
  });

  it('lets nobody keep that a file is not there, as another process may have it', async () => {
    const { status, headers } = await get('/assets/nothing.js');
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('R4.6 tells whether it is alive and ready, and where players join', async () => {
    expect(await (await get('/health/live')).json()).toEqual({ status: 'ok' });
    expect(await (await get('/health/ready')).json()).toMatchObject({ status: 'ok' });
    const info = await (await get('/api/info')).json();
    expect(info).toEqual({
      joinBase: expect.any(String),
      maxRoomPlayers: 2000,
      maps: ['yard', 'garden', 'maze'],
      hostPassword: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
    const there = await (await fetch(`${proxied.app.url}/api/info`)).json();
    expect(there).toMatchObject({ joinBase: 'https://quiz.example.org' });
  });
});

describe.concurrent('what is not there', () => {
  const paths = [
    '/nowhere',
    '/index.html/more',
    '/join',
    '/join/1/2',
    '/api',
    '/api/nowhere',
    '/api/rooms/123456',
    '/api/quiz-sets/test-set',
    '/assets/nothing.js',
    '/assets/.',
    '/assets/%2e',
    '/assets/./',
    '/.',
    '/assets',
    '/assets/',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/support/app.ts',
    '/.env',
    '/socket.io/socket.io.js',
    '/%ff',
    '/join/%E0%A4%A',
    '/api/rooms/%00/results',
    `/${'x'.repeat(8_000)}`,
  ];

  it.each(paths)('R10.1 answers %.40s without a stack or a path of ours', async (path) => {
    const { status, body } = await getRaw(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).not.toMatch(/node_modules|\.ts\b|\.js:\d| at .*\(|root:/);
    expect(body).not.toContain(process.cwd());
    if (path.startsWith('/socket.io')) return;
    const code = path.endsWith('/results')
      ? 'FORBIDDEN'
      : status === 404
        ? 'NOT_FOUND'
        : 'BAD_REQUEST';
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String) } });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'R10.1 has no %s of the lists',
    async (method) => {
      const { status, body } = await getRaw('/api/rooms', method);
      expect(status).toBeLessThan(500);
      expect(body).not.toContain('gameId');
    },
  );

  it('R10.1 survives requests that are no HTTP', async () => {
    const { port } = hall.app;
    for (const bytes of [
      '\0\0\0\0\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'x'.repeat(70_000)}\r\n`,
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
        socket.on('error', () => {}).on('close', () => resolve());
        socket.resume();
      });
    }
    expect((await get('/health/live')).status).toBe(200);
  });
});
