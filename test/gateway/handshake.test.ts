import { afterEach, expect, it, vi } from 'vitest';
import { IdentityService } from '../../src/server/platform/identity/identity.js';
import { useHall } from '../support/hall.js';

const hall = useHall();

afterEach(() => {
  vi.restoreAllMocks();
});

it('R10.1 a bug in the handshake costs one connection, which is told, and not the process', async () => {
  const { pin } = await hall.openRoom();
  vi.spyOn(IdentityService.prototype, 'verify').mockImplementationOnce(() => {
    throw new Error('a bug in the handshake');
  });
  const unlucky = hall.connectByQuery({ 'game-id': pin }, { token: 'v1.a.b' });
  await unlucky.until(() => unlucky.events().includes('disconnect'), 'the end of the connection');
  expect(unlucky.last('exception')).toMatchObject({ event: 'connection', code: 'INTERNAL' });
  // The server says goodbye, so that the client does not come back by itself for the same.
  expect(unlucky.heard.at(-1)?.payload).toBe('io server disconnect');
  expect(hall.app.logs.splice(0).join()).toContain('a bug in the handshake');

  const next = hall.connectByQuery({ 'game-id': pin }, { token: 'v1.a.b' });
  await next.wait('phase');
});
