import { expect, it } from 'vitest';
import { WIRE } from '../../src/protocol/index.js';
import { useHall } from '../support/hall.js';

const hall = useHall();

it('tells a page its wire, and a program only what it asked for', async () => {
  const page = hall.connect({ wire: WIRE, wantToken: false });
  expect(await page.wait('session')).toEqual({ wire: WIRE });
  const asking = hall.connect({ wire: WIRE, wantToken: true });
  expect(await asking.wait('session')).toEqual({ wire: WIRE, token: expect.any(String) });
  const program = hall.connect({ wantToken: true });
  expect(await program.wait('session')).toEqual({ token: expect.any(String) });
});

it.each([
  WIRE + 1,
  WIRE - 2,
  0,
  -1,
  1e9,
  1.5,
  String(WIRE + 1),
  '1.5',
  'new',
  null,
  [],
  { wire: 1 },
])('refuses a page of wire %j with a code that makes it load anew', async (wire) => {
  const page = hall.connect({ wire: wire as number });
  expect(await page.wait('exception')).toMatchObject({ event: 'connection', code: 'OTHER_WIRE' });
  await page.wait('disconnect' as never);
  // Others are served as before.
  await hall.connect({ wire: WIRE }).do('createRoom', {});
});
