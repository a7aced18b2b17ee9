/** Payloads whose texts all are what is dear to fold, made from the schemas of the commands, so that a new field is in them. */
import { z } from 'zod';
import { limits } from '../../src/protocol/index.js';
import { commandSchemas } from '../../src/protocol/schemas.js';
import type { CommandName } from '../../src/protocol/index.js';

/** As large as a message may be. */
const MOST_BYTES = limits.MAX_MESSAGE_BYTES - 200;

/** Dear characters: U+FDFA, of which NFKC makes 18 characters; one of three; and marks that have to be sorted. */
export const DEAR_TEXTS: Record<string, (units: number) => string> = {
  phrases: (units) => '\uFDFA'.repeat(units),
  points: (units) => '\uFB2C'.repeat(units),
  marks: (units) => `a${'\u0316\u0301'.repeat(units)}`.slice(0, units),
  letters: (units) => 'a\u0301\u0316\u0317b\u0301\u0316\u0317'.repeat(units).slice(0, units),
};

/** Around what fields may have before they are folded, three times their bound, and as long as a command. */
export const DEAR_UNITS = [64, 192, 480, 2_400, 5_000];

interface Shape {
  type?: string;
  const?: unknown;
  pattern?: string;
  enum?: unknown[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

const options = { io: 'input', unrepresentable: 'any' } as const;
const shapes = new Map<CommandName, Shape>();

function shapeOf(name: CommandName): Shape {
  const known = shapes.get(name) ?? (z.toJSONSchema(commandSchemas[name], options) as Shape);
  shapes.set(name, known);
  return known;
}

/** Payloads of a command with this text in each of its fields; none where it has no text of its own. */
export function dearPayloads(name: CommandName, text: string): object[] {
  return filled(shapeOf(name), text).filter((value) => typeof value === 'object') as object[];
}

/** One with the text in as many of its fields as a command has room for. */
export function dearPayload(name: CommandName, text: string): object | undefined {
  const [first, ...others] = dearPayloads(name, text);
  return others.reduce<object | undefined>((whole, one) => {
    const more = { ...whole, ...one };
    return Buffer.byteLength(JSON.stringify(more)) <= limits.MAX_MESSAGE_BYTES - 100 ? more : whole;
  }, first);
}

/** Returns values of the shape, each with the text in one of its fields. */
function filled({ const: fixed, ...shape }: Shape, text: string): unknown[] {
  if (fixed !== undefined) return [];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return choices.flatMap((choice) => filled(choice, text));
  if (shape.type === 'string')
    return shape.enum === undefined && shape.pattern === undefined ? [text] : [];
  if (shape.type === 'array' && shape.items !== undefined) {
    const count = Math.max(1, Math.floor(MOST_BYTES / (Buffer.byteLength(text) + 3)));
    return filled(shape.items, text).map((one) => Array(count).fill(one));
  }
  const fields = Object.entries(shape.properties ?? {});
  const fixedOnes = fields.filter(([, field]) => field.const !== undefined);
  const others = Object.fromEntries(fixedOnes.map(([name, field]) => [name, field.const]));
  return fields.flatMap(([name, field]) =>
    filled(field, text).map((value) => ({ ...others, [name]: value })),
  );
}
