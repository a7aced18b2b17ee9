/** The XML of a workbook, read piece by piece. */
import { Parser } from 'saxen';
import { decodeXml } from './html-entities.js';
import { WorkbookError } from './workbook-parts.js';

export type Attributes = () => Record<string, string>;

interface Listener {
  open: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** What the parser is given at once; what it tells of so much takes 2 ms. */
const PIECE_UNITS = 2 * 1024;
/** One tag or one text that is longer is none of a quiz, and to look into it takes long. */
const MAX_SILENT_UNITS = 32 * 1024;
/** After so long, a walk stops. */
const TURN_MS = 2;

/** Tells names without the prefix of their namespace. Stops again and again; throws WorkbookError. */
export function* walk(xml: string, listener: Listener): Generator<void, void> {
  let silentUnits = 0;
  const tell = (event: () => void): void => {
    silentUnits = 0;
    event();
  };
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => tell(() => listener.open(bare(name), attributes)));
  parser.on('closeTag', (name) => tell(() => listener.close?.(bare(name))));
  parser.on('text', (text) => tell(() => listener.text?.(decodeXml(text))));
  parser.on('cdata', (text) => tell(() => listener.text?.(text)));
  try {
    let began = performance.now();
    for (let at = 0; at < xml.length; at += PIECE_UNITS) {
      silentUnits += PIECE_UNITS;
      if (silentUnits > MAX_SILENT_UNITS) throw new WorkbookError('tooLarge');
      parser.write(xml.slice(at, at + PIECE_UNITS));
      if (performance.now() - began < TURN_MS) continue;
      yield;
      began = performance.now();
    }
    if (xml !== '') parser.end();
  } catch (error) {
    throw error instanceof WorkbookError ? error : new WorkbookError('damaged');
  }
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Collects the runs of a text, without how it is pronounced. */
export class TextReader {
  text = '';
  private isText = false;
  private isPhonetic = false;

  clear(): void {
    this.text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.isPhonetic = true;
    this.isText = name === 't' && !this.isPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.isPhonetic = false;
    this.isText = false;
  }

  add(text: string): void {
    // Excel writes control characters of a text, such as line breaks, by their number.
    if (this.isText) this.text += text.replace(/_x00(?:0D|0A|09)_/gi, ' ');
  }
}
