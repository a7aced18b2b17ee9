/** For `vi.waitFor`, which else gives up after a second: a machine for tests may stand still for longer. */
export const PATIENT = { timeout: 20_000 };
