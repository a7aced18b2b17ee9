/** A message as its text, and the arguments that it needs. */
interface Message {
  text: string;
  args: Map<string, object[]>;
}

interface Catalogues {
  tags: string[];
  parts: Record<string, Record<string, Map<string, Message>>>;
}

export const CATALOGUES: string;
export const MADE: string;
export const SOURCE: string;
export const PSEUDO: 'en-XA';
export const PARTS: string[];
export class WordsFault extends Error {}
export function readCatalogue(tag: string, part: string, dir?: string): Map<string, string>;
export function readAll(dir?: string): Catalogues;
export function make(
  catalogues: Catalogues,
  options: { keysOnly?: boolean; reviewed: string[] },
): Map<string, string>;
export function makeWords(options?: { keysOnly?: boolean }): Map<string, string>;
