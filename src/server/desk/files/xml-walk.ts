/** XML of other programs, read piece by piece. */
import { Parser } from 'saxen';
import { decodeXml } from './html-entities.js';

export type Attributes = () => Record<string, string>;

interface Listener {
  open: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** XML that cannot be read, or must not be. */
export class XmlError extends Error {
  constructor(readonly fault: 'damaged' | 'tooLarge') {
    super(`an XML text that is ${fault}`);
  }
}

/** What the parser is given at once; what it tells of so much takes 2 ms. */
const PIECE_UNITS = 2 * 1024;
/** One tag or one text that is longer is none of a quiz, and to look into it takes long. */
const MAX_SILENT_UNITS = 32 * 1024;
/** After so long, a walk stops. */
const TURN_MS = 2;

/** Tells names without the prefix of their namespace. Stops again and again; throws XmlError, and what a listener throws. */
export function* walk(xml: string, listener: Listener): Generator<void, void> {
  let silentUnits = 0;
  let thrown: unknown;
  const tell = (event: () => void): void => {
    silentUnits = 0;
    try {
      event();
    } catch (error) {
      thrown = error;
      throw error;
    }
  };
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => tell(() => listener.open(bare(name), attributes)));
  parser.on('closeTag', (name) => tell(() => listener.close?.(bare(name))));
  parser.on('text', (text) => tell(() => listener.text?.(decodeXml(text))));
  parser.on('cdata', (text) => tell(() => listener.text?.(text)));
  // A DOCTYPE: entities of its own are what an attack needs, and they would not be read.
  parser.on('attention', () => tell(refuse));
  try {
    let began = performance.now();
    for (let at = 0; at < xml.length; at += PIECE_UNITS) {
      silentUnits += PIECE_UNITS;
      if (silentUnits > MAX_SILENT_UNITS) throw (thrown = new XmlError('tooLarge'));
      parser.write(xml.slice(at, at + PIECE_UNITS));
      if (performance.now() - began < TURN_MS) continue;
      yield;
      began = performance.now();
    }
    if (xml !== '') parser.end();
  } catch (error) {
    throw error === thrown ? error : new XmlError('damaged');
  }
}

function refuse(): never {
  throw new XmlError('damaged');
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
