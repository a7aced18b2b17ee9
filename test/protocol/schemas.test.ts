import { describe, expect, it } from 'vitest';
import { commandSchemas, type CommandName } from '../../src/protocol/index.js';
import { TABLE } from './payloads.js';

const NOT_OBJECTS: unknown[] = [undefined, null, 1, 'x', true, () => {}];

describe.each(Object.entries(TABLE))('R10.1 %s', (command, { good, bad }) => {
  const schema = commandSchemas[command as CommandName];

  it.each(good)('accepts %j', (payload, output = payload) => {
    expect(schema.parse(payload)).toEqual(output);
  });

  it.each(bad)('refuses %j', (payload) => {
    expect(schema.safeParse(payload).success).toBe(false);
  });

  it('refuses what is not an object', () => {
    for (const payload of NOT_OBJECTS) expect(schema.safeParse(payload).success).toBe(false);
  });

  it('leaves out fields that it does not know', () => {
    const [payload, output = payload] = good[0] as [object, object?];
    const hostile = JSON.parse(
      JSON.stringify({ ...payload, isHost: true }).replace('}', ',"__proto__":{"isHost":true}}'),
    ) as object;
    const parsed = schema.parse(hostile) as { isHost?: boolean };
    expect(parsed).toEqual(output);
    expect(parsed.isHost).toBeUndefined();
  });
});

it('R10.1 has a row for every command', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(commandSchemas).sort());
});
