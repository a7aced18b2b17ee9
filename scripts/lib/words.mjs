/**
 * The catalogues of `src/i18n` as small functions. A folder is a language, a file of it a part of the product, and a value
 * an ICU message; English is the source. What is wrong in one ends the build with its file and key.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

/** Loaded when a text is read first: scripts that build know this module before packages are installed. */
let parse;
const require = createRequire(import.meta.url);

export const CATALOGUES = join(root, 'src/i18n');
export const MADE = join(CATALOGUES, 'made');
export const SOURCE = 'en';
/** English made longer and with accents, which shows what is torn or cut off. */
export const PSEUDO = 'en-XA';
/** The files of a language; what is wrong in a draft is told by pages and by the server. */
const WEB_PARTS = ['player', 'game', 'host', 'desk', 'results', 'faults'];
const SERVER_PARTS = ['server', 'faults'];
export const PARTS = [...new Set([...WEB_PARTS, ...SERVER_PARTS])];
const MOST_BYTES = 300_000;

/** Names a catalogue and the key in it. */
export class WordsFault extends Error {
  constructor(file, key, why) {
    super(`src/i18n/${file}${key === undefined ? '' : `: "${key}"`}: ${why}`);
    this.name = 'WordsFault';
  }
}

/** Tags of the languages that have a folder, the source first. */
function languagesIn(dir = CATALOGUES) {
  const found = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'made')
    .map(({ name }) => name)
    .sort();
  for (const tag of found) {
    let canonical;
    try {
      [canonical] = Intl.getCanonicalLocales(tag);
    } catch {
      // It is named below.
    }
    if (canonical !== tag)
      throw new WordsFault(tag, undefined, 'is not the tag of a language (BCP 47)');
  }
  return [SOURCE, ...found.filter((tag) => tag !== SOURCE)];
}

/** Twice the same key would silently be the last one. */
function firstTwice(text) {
  const seen = new Set();
  for (const [, written, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/g)) {
    if (colon === '') continue;
    const key = JSON.parse(written);
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return undefined;
}

/** The entries of one file, in order; none where there is no file. */
export function readCatalogue(tag, part, dir = CATALOGUES) {
  const file = `${tag}/${part}.json`;
  const path = join(dir, file);
  if (!existsSync(path)) return new Map();
  const { size } = statSync(path);
  if (size > MOST_BYTES)
    throw new WordsFault(file, undefined, `has ${size} bytes, ${MOST_BYTES} at most`);
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    throw new WordsFault(file, undefined, 'is not UTF-8');
  }
  if (text.startsWith('\ufeff'))
    throw new WordsFault(file, undefined, 'begins with a byte order mark: save it without one');
  let json;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new WordsFault(file, undefined, `is no JSON: ${error.message}`);
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    throw new WordsFault(file, undefined, 'has to be an object of keys and texts');
  const twice = firstTwice(text);
  if (twice !== undefined) throw new WordsFault(file, twice, 'is there twice');
  const names = new Set(
    Object.keys(json).flatMap((key) =>
      key.split('.').map((_, n, all) => all.slice(0, n).join('.')),
    ),
  );
  for (const [key, value] of Object.entries(json)) {
    if (names.has(key)) throw new WordsFault(file, key, 'is a text, and others stand below it');
    if (key.includes('__proto__')) throw new WordsFault(file, key, 'is no name');
    if (!/^\w+(?:\.\w+)*$/.test(key)) throw new WordsFault(file, key, 'is no name with dots');
    if (typeof value !== 'string') throw new WordsFault(file, key, 'has to be a text');
  }
  return new Map(Object.entries(json));
}

/** Ways to write a number beside the usual one, by the skeletons that ICU has for them. */
const NUMBER_STYLES = {
  '::.0': { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  '::.00': { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  '::+!': { signDisplay: 'always' },
};

/** Ways to write an argument; the parser knows any name. */
const STYLES = {
  number: [undefined, ...Object.keys(NUMBER_STYLES)],
  date: ['short', 'medium', 'long', 'full'],
  time: ['short', 'medium'],
  josa: ['은는', '이가', '을를', '과와', '으로로', '아야'],
};

/** Plural categories that a whole number up to 9,999 has; further ones are for millions or fractions. */
function categories(tag, type) {
  const rules = new Intl.PluralRules(tag, { type });
  const needed = new Set(['other']);
  for (let n = 0; n < 10_000; n++) needed.add(rules.select(n));
  return { needed: [...needed], known: rules.resolvedOptions().pluralCategories };
}

const plurals = new Map();
function pluralOf(tag, type) {
  const name = `${tag} ${type}`;
  if (!plurals.has(name)) plurals.set(name, categories(tag, type));
  return plurals.get(name);
}

const TYPES = { plural: 'cardinal', selectordinal: 'ordinal' };

/** A message as the parser has it, checked; `args` is what it needs, by name. */
function readMessage(tag, file, key, text) {
  const fault = (why) => new WordsFault(file, key, why);
  if (/<\/?[a-z!]|&(?:#\d+|[a-z]+);/i.test(text)) throw fault('has HTML; a text is shown as it is');
  if (/'[{}]/.test(text.replace(/'[{}]'/g, '')))
    throw fault('has an apostrophe before a brace, which would hide it: write ’');
  const bad = [...text].find(
    (sign) => /[\p{Cc}\u2028\u2029\p{Bidi_C}]/u.test(sign) && sign !== '\n',
  );
  if (bad !== undefined)
    throw fault(`has the sign U+${bad.codePointAt(0).toString(16).padStart(4, '0')}`);
  let tokens;
  parse ??= require('@messageformat/parser').parse;
  try {
    tokens = parse(text, { cardinal: [], ordinal: [], strictPluralKeys: false });
  } catch (error) {
    throw fault(error.message.split('\n')[0]);
  }
  const args = new Map();
  const take = (name, use) => args.set(name, [...(args.get(name) ?? []), use]);
  const look = (list) => {
    for (const token of list) {
      if (token.type === 'argument') take(token.arg, { kind: 'text' });
      if (token.type === 'function') {
        const style = token.param
          ?.map(({ value }) => value)
          .join('')
          .trim();
        const styles = STYLES[token.key];
        if (styles === undefined) throw fault(`{${token.arg}, ${token.key}} is unknown`);
        if (!styles.includes(style))
          throw fault(
            `{${token.arg}, ${token.key}} has to have one of: ${styles.map((one) => one ?? 'nothing').join(', ')}`,
          );
        take(token.arg, { kind: token.key, style });
      }
      if (!('cases' in token)) continue;
      const keys = token.cases.map((one) => one.key);
      const twice = keys.find((one, at) => keys.indexOf(one) !== at);
      if (twice !== undefined) throw fault(`{${token.arg}} has "${twice}" twice`);
      if (token.pluralOffset) throw fault(`{${token.arg}} has an offset, which is not known`);
      if (token.type === 'select') {
        if (!keys.includes('other')) throw fault(`{${token.arg}, select} has no "other"`);
        take(token.arg, { kind: 'select', keys });
      } else {
        const { needed, known } = pluralOf(tag, TYPES[token.type]);
        const missing = needed.find((one) => !keys.includes(one));
        if (missing !== undefined) throw fault(`{${token.arg}, ${token.type}} has no "${missing}"`);
        const strange = keys.find(
          (one) => !/^=(?:0|[1-9]\d{0,8})$/.test(one) && !known.includes(one),
        );
        if (strange !== undefined)
          throw fault(`{${token.arg}, ${token.type}} has "${strange}", which ${tag} does not know`);
        take(token.arg, { kind: 'number' });
      }
      for (const { tokens: inner } of token.cases) look(inner);
    }
  };
  look(tokens);
  return { text, tokens, args };
}

/** The type of an argument by all that a message does with it. */
function typeOf(uses) {
  if (uses.some(({ kind }) => kind === 'number')) return 'number';
  if (uses.some(({ kind }) => kind === 'date' || kind === 'time')) return 'Date';
  const named = uses.flatMap(({ keys = [] }) => keys.filter((key) => key !== 'other'));
  if (named.length === 0) return 'string | number';
  return named.every((key) => key === 'true' || key === 'false') ? 'boolean' : 'string';
}

/** The arguments that a reader sees, in every case of a choice or in any of them. */
function shown(tokens, inEvery, counts) {
  const names = tokens.flatMap((token) => {
    if (token.type === 'argument' || token.type === 'function') return [token.arg];
    if (token.type === 'octothorpe' && counts !== undefined) return [counts];
    if (!('cases' in token)) return [];
    const inner = token.type === 'select' ? counts : token.arg;
    const cases = token.cases.map((one) => shown(one.tokens, inEvery, inner));
    const all = [...new Set(cases.flatMap((one) => [...one]))];
    return inEvery ? all.filter((name) => cases.every((one) => one.has(name))) : all;
  });
  return new Set(names);
}

/**
 * Compares a translation with its source: the same arguments, used as they are there. One that English always shows may
 * be left out only by a choice that is the same in all cases.
 */
function compare(file, key, source, own) {
  for (const [name, uses] of own.args) {
    const wanted = source.args.get(name);
    if (wanted === undefined)
      throw new WordsFault(file, key, `{${name}} is not in the English text`);
    const [meant, is] = [typeOf(wanted), typeOf(uses)];
    if (meant !== is && is !== 'string | number') {
      // A value that English only shows may be counted elsewhere, where it is a number in both.
      if (!(is === 'number' && meant === 'string | number'))
        throw new WordsFault(file, key, `{${name}} is another kind of value in the English text`);
    }
    const known = new Set(wanted.flatMap((use) => use.keys ?? []));
    const strange = uses
      .flatMap((use) => use.keys ?? [])
      .find((one) => one !== 'other' && known.size > 0 && !known.has(one));
    if (strange !== undefined)
      throw new WordsFault(
        file,
        key,
        `{${name}} has "${strange}", which the English text does not have`,
      );
  }
  const seen = shown(own.tokens, false);
  for (const name of shown(source.tokens, true)) {
    const isLeftOut = own.args
      .get(name)
      ?.some(({ kind, keys = [] }) => kind === 'select' && keys.every((one) => one === 'other'));
    if (!seen.has(name) && !isLeftOut)
      throw new WordsFault(
        file,
        key,
        `leaves out {${name}}; where that is meant, write {${name}, select, other {}}`,
      );
  }
}

const pseudoLetters = Object.fromEntries(
  Array.from('aeioucnsyzAEIOUCNSYZ', (letter, at) => [letter, 'áéíóúçñšýžÁÉÍÓÚÇÑŠÝŽ'[at]]),
);

/** A piece of text as the pseudo-language has it: accents, and four tenths longer. */
function pseudo(text) {
  const letters = text.replace(/[a-zA-Z]/g, (letter) => pseudoLetters[letter] ?? letter);
  const words = text.trim().length;
  return words < 2
    ? letters
    : letters.replace(/\S+/g, (word) => word + '~'.repeat(Math.round(word.length * 0.4)));
}

/** All languages, checked: for each part and key of the source its messages by language. */
export function readAll(dir = CATALOGUES) {
  const tags = languagesIn(dir);
  const parts = Object.fromEntries(
    PARTS.map((part) => {
      const source = new Map(
        [...readCatalogue(SOURCE, part, dir)].map(([key, text]) => [
          key,
          readMessage(SOURCE, `${SOURCE}/${part}.json`, key, text),
        ]),
      );
      const byTag = { [SOURCE]: source };
      for (const tag of tags.slice(1)) {
        const file = `${tag}/${part}.json`;
        byTag[tag] = new Map();
        for (const [key, text] of readCatalogue(tag, part, dir)) {
          const meant = source.get(key);
          if (meant === undefined) throw new WordsFault(file, key, 'is not in the English file');
          // An empty text is one that nobody has written yet.
          if (text === '' && meant.text !== '') continue;
          const own = readMessage(tag, file, key, text);
          compare(file, key, meant, own);
          byTag[tag].set(key, own);
        }
      }
      return [part, byTag];
    }),
  );
  const strange = tags.flatMap((tag) =>
    readdirSync(join(dir, tag))
      .filter((name) => !PARTS.some((part) => name === `${part}.json`))
      .map((name) => `${tag}/${name}`),
  );
  if (strange.length > 0)
    throw new WordsFault(strange[0], undefined, `is no part: ${PARTS.join(', ')}`);
  return { tags, parts };
}

const quoted = (text) => text.replace(/[`\\]|\$(?=\{)/g, '\\$&');

/** The name of the function that writes a number in a style. */
const numberTool = (style) => `n${STYLES.number.indexOf(style) || ''}`;

/** Before the names of tools for a text that falls back to English, in a file of another language. */
const BACK = 'e';

/** The tools that a made file needs beside its texts, written where a text uses it. */
const TOOLS = {
  ...Object.fromEntries(
    [undefined, ...Object.keys(NUMBER_STYLES)].map((style, at) => [
      `number ${style}`,
      (tag, before) => {
        const [format, name] = [`${before}N${at || ''}`, before + numberTool(style)];
        const options = style === undefined ? '' : `,${JSON.stringify(NUMBER_STYLES[style])}`;
        // A minus sign, as signs stand before points everywhere.
        const sign = style === '::+!' ? '.replace("-","−")' : '';
        return `const ${format}=new Intl.NumberFormat(${JSON.stringify(tag)}${options}),${name}=v=>${format}.format(v)${sign};`;
      },
    ]),
  ),
  cardinal: (tag, e) =>
    `const ${e}P=new Intl.PluralRules(${JSON.stringify(tag)}),${e}p=v=>${e}P.select(v);`,
  ordinal: (tag, e) =>
    `const ${e}O=new Intl.PluralRules(${JSON.stringify(tag)},{type:"ordinal"}),${e}o=v=>${e}O.select(v);`,
  when: (tag, e) =>
    `const ${e}w=(v,s)=>new Intl.DateTimeFormat(${JSON.stringify(tag)},s).format(v);`,
  josa: () =>
    readFileSync(join(root, 'src/i18n/josa.js'), 'utf8')
      .replace(/^\/\*\*[\s\S]*?\*\/|^export /gm, '')
      .trim(),
};

/** Lines of these languages break between any two letters. */
const BREAKING = /^(?:ja|zh)\b/;
/** A sign that holds together what it stands between, in the place of a space or of nothing. */
const HOLDING = { ' ': '\u00a0', '': '\u2060' };

/** The text after a value, such that a number stays in a line with its counter. */
const withCounter = (text) =>
  text.replace(/^ ?(?=[\p{Script=Han}\p{Script=Katakana}])/u, (space) => HOLDING[space]);

/**
 * The body of a message: an expression of JavaScript, with its arguments in `a`. What is a number in the source is
 * written as one where a translation only names it, too.
 */
function bodyOf({ tokens }, source, { tag, before, tools, holds, change = (text) => text }) {
  const use = (tool) => tools.set(before + tool, [tool, tag, before]);
  const number = (arg, style) => (
    use(`number ${style}`),
    `${before}${numberTool(style)}(a.${arg})`
  );
  const counted = (arg, style) => `\${${number(arg, style)}}`;
  const value = (arg) => {
    const numbers = (source.args.get(arg) ?? []).filter(({ kind }) => kind === 'number');
    const styled = numbers.find(({ style }) => style !== undefined);
    return numbers.length > 0 ? number(arg, styled?.style) : `a.${arg}`;
  };
  const inside = (list, counts) =>
    list
      .map((token, at) => {
        if (token.type === 'content') {
          const isHeld = holds && BREAKING.test(tag) && at > 0;
          return quoted(change(isHeld ? withCounter(token.value) : token.value));
        }
        if (token.type === 'argument') return `\${${value(token.arg)}}`;
        if (token.type === 'octothorpe') return counts === undefined ? '#' : counted(counts);
        if (token.type === 'function') {
          const style = token.param
            ?.map(({ value }) => value)
            .join('')
            .trim();
          if (token.key === 'number') return counted(token.arg, style);
          if (token.key === 'josa')
            return (use('josa'), `\${josa(${value(token.arg)},"${style}")}`);
          use('when');
          return `\${${before}w(a.${token.arg},{${token.key}Style:"${style}"})}`;
        }
        return `\${${chosen(token, counts)}}`;
      })
      .join('');
  const chosen = (token, counts) => {
    const isCount = token.type !== 'select';
    const text = (one) => `\`${inside(one.tokens, isCount ? token.arg : counts)}\``;
    const other = token.cases.find(({ key }) => key === 'other');
    const cases = token.cases.filter((one) => one !== other);
    // A number that is said as the others are may stand before a form that would take it.
    const rest = cases.filter((one) => text(one) !== text(other) || one.key.startsWith('='));
    const tests = rest.map((one) => {
      if (one.key.startsWith('=')) return [0, `a.${token.arg}==${one.key.slice(1)}`, one];
      if (!isCount) return [1, `a.${token.arg}+""=="${one.key}"`, one];
      const type = TYPES[token.type];
      const rules = new Intl.PluralRules(tag, { type });
      const isOne =
        one.key === 'one' &&
        type === 'cardinal' &&
        Array.from({ length: 2_001 }, (_, n) => n / 2).every(
          (n) => (rules.select(n) === 'one') === (n === 1),
        );
      if (isOne) return [1, `a.${token.arg}==1`, one];
      use(type);
      return [1, `${before}${type === 'cardinal' ? 'p' : 'o'}(a.${token.arg})=="${one.key}"`, one];
    });
    return [
      ...tests.sort(([x], [y]) => x - y).map(([, test, one]) => `${test}?${text(one)}:`),
      text(other),
    ].join('');
  };
  return `\`${inside(tokens, undefined)}\``;
}

/** Nested by the dots of the keys; `0`, `1`, … become a list. */
function nest(entries) {
  const tree = new Map();
  for (const [key, value] of entries) {
    const names = key.split('.');
    const last = names.pop();
    let at = tree;
    for (const name of names) {
      if (!at.has(name)) at.set(name, new Map());
      at = at.get(name);
    }
    at.set(last, value);
  }
  return tree;
}

function written(tree, leaf, open = '{', close = '}', end = ',', list = ['[', ']']) {
  const names = [...tree.keys()];
  const isList = names.every((name, at) => name === String(at));
  const inner = [...tree].map(([name, value]) => {
    const text = value instanceof Map ? written(value, leaf, open, close, end, list) : leaf(value);
    const colon = leaf(value) === undefined ? '' : ':';
    return isList
      ? text
      : `${/^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name)}${colon}${text}`;
  });
  return isList ? `${list[0]}${inner.join(',')}${list[1]}` : `${open}${inner.join(end)}${close}`;
}

/** An object of texts and functions, as JavaScript, and the tools that it needs. */
function objectOf(byTag, tag, { keysOnly, part }) {
  const tools = new Map();
  const base = tag === PSEUDO ? SOURCE : tag;
  const entries = [...byTag[SOURCE]].map(([key, source]) => {
    const message = byTag[base]?.get(key) ?? source;
    const isOwn = byTag[base]?.has(key) ?? false;
    if (keysOnly)
      return [
        key,
        source.args.size === 0
          ? JSON.stringify(`${part}: ${key}`)
          : `()=>${JSON.stringify(`${part}: ${key}`)}`,
      ];
    const change = tag === PSEUDO ? pseudo : undefined;
    const [from, before] = isOwn ? [base, ''] : [SOURCE, BACK];
    const holds = WEB_PARTS.includes(part) && !SERVER_PARTS.includes(part);
    const body = bodyOf(message, source, { tag: from, before, tools, holds, change });
    return [key, source.args.size === 0 ? body : `a=>${body}`];
  });
  const text = written(nest(entries), (value) => value);
  return { text, tools: [...tools.values()].map(([tool, of, before]) => TOOLS[tool](of, before)) };
}

const capital = (part) => part[0].toUpperCase() + part.slice(1);

function typesOf(parts) {
  const lines = [
    '// Made by scripts/lib/words.mjs of the catalogues in src/i18n.',
    '/* eslint-disable */',
  ];
  for (const part of PARTS) {
    const entries = [...parts[part][SOURCE]].map(([key, { args }]) => {
      if (args.size === 0) return [key, 'string'];
      // A value that one language counts has to be a number for all.
      const own = Object.values(parts[part]).map((texts) => texts.get(key)?.args);
      const fields = [...args.keys()].map(
        (name) => `${name}: ${typeOf(own.flatMap((one) => one?.get(name) ?? []))}`,
      );
      return [key, `(a: { ${fields.join('; ')} }) => string`];
    });
    const body = written(nest(entries), (value) => value, '{\n', '\n}', ';\n', ['readonly [', ']']);
    lines.push(`export type ${capital(part)}Words = ${body};`);
  }
  return `${lines.join('\n')}\n`;
}

/** The made files, by their paths below `made`. */
export function make({ tags, parts }, { keysOnly = false, reviewed } = {}) {
  const files = new Map();
  const all = [...tags, PSEUDO];
  for (const tag of all)
    for (const part of WEB_PARTS) {
      const { text, tools } = objectOf(parts[part], tag, { keysOnly, part });
      files.set(`${tag}/${part}.js`, `${tools.join('')}export const words=${text};\n`);
    }
  const server = all.map((tag) => {
    const made = SERVER_PARTS.map((part) => ({
      part,
      ...objectOf(parts[part], tag, { keysOnly, part }),
    }));
    const tools = new Set(made.flatMap((one) => one.tools));
    // Made when it is first asked for: rules of plurals and numbers take 5 ms a language.
    const name = JSON.stringify(tag);
    return `get ${name}(){const words=(()=>{${[...tools].join('')}return {${made.map(({ part, text }) => `${part}:${text}`).join(',')}}})();Object.defineProperty(this,${name},{value:words});return words}`;
  });
  files.set('server/words.js', `export const serverWords={${server.join(',')}};\n`);
  files.set(
    'server/words.d.ts',
    `import type { FaultsWords, ServerWords } from '../types.js';\nimport type { Language } from '../languages.js';\nexport declare const serverWords: Record<Language, { server: ServerWords; faults: FaultsWords }>;\n`,
  );
  files.set('types.ts', typesOf(parts));
  const names = Object.fromEntries(tags.map((tag) => [tag, nameOf(tag)]));
  files.set(
    'languages.ts',
    `// Made by scripts/lib/words.mjs of the catalogues in src/i18n.
/** Languages of the pages, the source first; the last one is the pseudo-language, which no menu offers. */
export const LANGUAGES = ${JSON.stringify(all)} as const;
export type Language = (typeof LANGUAGES)[number];
/** By their own names, as a menu offers them. */
export const LANGUAGE_NAMES = ${JSON.stringify(names)} as const;
/** Those whose texts a speaker has read. */
export const REVIEWED: readonly string[] = ${JSON.stringify(tags.filter((tag) => reviewed.includes(tag)))};
`,
  );
  return files;
}

/** A language by its own name, as `Deutsch`. */
function nameOf(tag) {
  const name = new Intl.DisplayNames(tag, { type: 'language', languageDisplay: 'standard' }).of(
    tag,
  );
  return name[0].toLocaleUpperCase(tag) + name.slice(1);
}

/** Writes what has changed; a file that is no more is removed. */
export function makeWords({ keysOnly = process.env.WORDS === 'keys' } = {}) {
  const reviewed = JSON.parse(readFileSync(join(CATALOGUES, 'reviewed.json'), 'utf8'));
  const files = make(readAll(), { keysOnly, reviewed });
  if (existsSync(MADE))
    for (const path of readdirSync(MADE, { recursive: true }))
      if (!files.has(path.replaceAll('\\', '/')) && !statSync(join(MADE, path)).isDirectory())
        rmSync(join(MADE, path));
  for (const [name, text] of files) {
    const path = join(MADE, name);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return files;
}
