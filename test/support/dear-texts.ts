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
  maxItems?: number;
  maxLength?: number;
  additionalProperties?: Shape | boolean;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

const shapes = new Map<z.ZodType, Shape>();

function shapeOf(schema: z.ZodType, io: 'input' | 'output'): Shape {
  const known =
    shapes.get(schema) ?? (z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape);
  shapes.set(schema, known);
  return known;
}

/** Returns payloads with this text in each of their fields, lists of `mostBytes`; none where the schema has no text of its own. */
export function payloadsOf(schema: z.ZodType, text: string, mostBytes = MOST_BYTES): object[] {
  const values = filled(shapeOf(schema, 'input'), text, mostBytes);
  return values.filter((value) => typeof value === 'object') as object[];
}

/** The same of a command. */
export function dearPayloads(name: CommandName, text: string): object[] {
  return payloadsOf(commandSchemas[name], text);
}

/** Returns values of a schema in which each text is this one as far as it may be so long, each list has up to `count` elements, and no field is missing. */
export function wholeOf(schema: z.ZodType, text: string, count: number): object[] {
  // Texts by language are looked at before they are read, and have a shape only then.
  return wholes(shapeOf(schema, 'output'), text, count) as object[];
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
function filled({ const: fixed, ...shape }: Shape, text: string, mostBytes: number): unknown[] {
  if (fixed !== undefined) return [];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return choices.flatMap((choice) => filled(choice, text, mostBytes));
  if (shape.type === 'string') return isFree(shape) ? [text] : [];
  if (shape.type === 'array' && shape.items !== undefined) {
    const count = Math.max(1, Math.floor(mostBytes / (Buffer.byteLength(text) + 3)));
    return filled(shape.items, text, mostBytes).map((one) => Array(count).fill(one));
  }
  const fields = fieldsOf(shape);
  const fixedOnes = fields.filter(([, field]) => field.const !== undefined);
  const others = Object.fromEntries(fixedOnes.map(([name, field]) => [name, field.const]));
  return fields.flatMap(([name, field]) =>
    filled(field, text, mostBytes).map((value) => ({ ...others, [name]: value })),
  );
}

/** As many further languages as a set may have. */
const LANGUAGES = ['de', 'fr', 'es', 'ja'].slice(0, limits.MAX_SET_LANGUAGES - 1);

/** The fields of an object; what has others has texts by language. */
function fieldsOf({ properties = {}, additionalProperties: others }: Shape): [string, Shape][] {
  const own = Object.entries(properties);
  if (typeof others !== 'object') return own;
  return [...own, ...LANGUAGES.map((language): [string, Shape] => [language, others])];
}

const isFree = ({ enum: values, pattern }: Shape): boolean =>
  values === undefined && pattern === undefined;

/** Returns values of the shape with all of its fields. */
function wholes({ const: fixed, ...shape }: Shape, text: string, count: number): unknown[] {
  if (fixed !== undefined) return [fixed];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return choices.flatMap((choice) => wholes(choice, text, count));
  if (shape.enum !== undefined) return [shape.enum[0]];
  // The only pattern of a draft is that of a picture's id.
  if (shape.type === 'string')
    return [isFree(shape) ? text.slice(0, shape.maxLength) : '0'.repeat(64)];
  if (shape.type === 'number' || shape.type === 'integer') return [1];
  if (shape.type === 'boolean') return [true];
  if (shape.type === 'array' && shape.items !== undefined) {
    const most = Math.min(count, shape.maxItems ?? count);
    const [one] = wholes(shape.items, text, count);
    return [Array(most).fill(one)];
  }
  const fields = fieldsOf(shape).flatMap(([name, field]) => {
    const [value] = wholes(field, text, count);
    return value === undefined ? [] : [[name, value] as const];
  });
  return [Object.fromEntries(fields)];
}
