/**
 * Which keys of the catalogues the program uses, read from its text. A chain of names from the words on, such as
 * `i18n.game.menu.leave`, is followed through variables, destructuring and types (`type Own = HostWords['part']`). A
 * step that is computed (`kinds[kind]`) uses all below it, and so does a group that goes where it cannot be followed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { PARTS, SOURCE } from './words.mjs';

const STEP = String.raw`\s*(?:\?\.|!?\.)\s*[\w$]+|\s*(?:\?\.)?\[(?:[^[\]]|\[[^[\]]*\])*\]`;
const CHAIN = new RegExp(`(?:${STEP})*`, 'y');
const STEPS = new RegExp(STEP, 'g');
const NAME = /(?<![\w$])[A-Za-z_$][\w$]*/g;
/** Where words come from. */
const ROOTS = ['i18n', 'serverWords'];
/** A step whose name only the running program knows. */
const ANY = Symbol('any');

const capital = (part) => part[0].toUpperCase() + part.slice(1);

/** The name that one step of a chain has. */
function nameOf(step) {
  const [, name] = step.match(/^\s*(?:\?\.)?\[\s*['"]([\w$]+)['"]\s*\]$|^/) ?? [];
  if (name !== undefined) return name;
  return step.includes('[') ? ANY : step.replace(/^\s*(?:\?\.|!?\.)\s*/, '');
}

/** The keys of the source as a tree; each node knows its path, as `game: menu.leave`. */
function treeOf(parts) {
  const all = { path: '', below: new Map() };
  for (const part of PARTS.filter((one) => parts[one][SOURCE].size > 0)) {
    const top = { path: `${part}:`, below: new Map() };
    all.below.set(part, top);
    for (const key of parts[part][SOURCE].keys()) {
      let at = top;
      for (const name of key.split('.')) {
        if (!at.below.has(name))
          at.below.set(name, {
            path: `${at.path}${at === top ? ' ' : '.'}${name}`,
            below: new Map(),
          });
        at = at.below.get(name);
      }
    }
  }
  return all;
}

const leaves = (node) =>
  node.below.size === 0 ? [node.path] : [...node.below.values()].flatMap(leaves);
const isList = ({ below }) => below.has('0');

/** Names that may stand for words: to each its nodes. */
class Names extends Map {
  count = 0;

  add(name, node) {
    const nodes = this.get(name) ?? new Set();
    if (nodes.has(node)) return;
    this.set(name, nodes.add(node));
    this.count += 1;
  }
}

/** The program's own sources and its scripts, without what is made of the catalogues. */
export function programTexts() {
  return ['src', 'scripts'].flatMap((folder) => {
    const dir = join(root, folder);
    return readdirSync(dir, { recursive: true })
      .map((path) => String(path).replaceAll('\\', '/'))
      .filter(
        (path) =>
          /\.(?:ts|mjs|svelte)$/.test(path) &&
          !/^i18n\/|web\/i18n\/(?:load-)?words\.ts$/.test(path),
      )
      .map((path) => readFileSync(join(dir, path), 'utf8'));
  });
}

/** Keys that nothing in these texts uses, each with its part, as `game: menu.leave`. */
export function unusedKeys(parts, texts) {
  const tree = treeOf(parts);
  /** `i18n` of the pages. */
  const pages = { path: 'i18n', below: new Map(tree.below) };
  if (tree.below.has('player')) pages.below.set('t', tree.below.get('player'));
  const used = new Set();
  const useAll = (node) => leaves(node).forEach((path) => used.add(path));
  /** Types of words by their name, and names that are declared with one, in all files. */
  const types = new Names();
  const declared = new Names();
  /** Groups that a type names: who is given one of these says with it what it uses. */
  const typed = new Set();
  for (const [part, node] of tree.below) types.add(`${capital(part)}Words`, node);
  types.add('Words', tree);

  const bare = texts.map((text) =>
    text.replace(/\/\*[^]*?\*\/|<!--[^]*?-->|<style>[^]*<\/style>|(?<![:'"`])\/\/.*$/gm, ''),
  );
  /** A computed step can only be a name that is written somewhere. */
  const written = new Set(bare.flatMap((text) => text.match(/[\w$]+/g) ?? []));
  const sources = bare.map((text) => ({ text, own: new Names() }));

  /** The groups that a chain ends at; what it uses on its way is marked. */
  function follow(nodes, steps) {
    let at = nodes;
    for (const step of steps) {
      at = at.flatMap((node) => {
        if (isList(node)) return [...node.below.values()];
        if (step === ANY)
          return [...node.below].filter(([name]) => written.has(name)).map(([, one]) => one);
        const next = node.below.get(step);
        return next === undefined ? [] : [next];
      });
      for (const node of at) if (node.below.size === 0) used.add(node.path);
    }
    return at.filter(({ below }) => below.size > 0);
  }

  function startOf(name, steps, own) {
    if (name === 'i18n') return [[pages], steps];
    // The language is the first step.
    if (name === 'serverWords') return [[tree], steps.slice(1)];
    return [[...(types.get(name) ?? own.get(name) ?? declared.get(name))], steps];
  }

  /** A group, by what stands around it: it gets a name, its parts do, or it goes away. */
  function reach(node, isType, before, after, own) {
    const [, typeName] = before.match(/\btype\s+(\w+)\s*=\s*$/) ?? [];
    if (typeName !== undefined) return types.add(typeName, node);
    if (isType) {
      const [, name] = before.match(/(\w+)\??\s*:\s*$/) ?? [];
      if (name === undefined) return;
      typed.add(node);
      own.add(name, node);
      return declared.add(name, node);
    }
    if (/\b(?:typeof|import\b.*)\s*$/.test(before)) return;
    const [, name] = before.match(/(?<![.\w])(\w+)\s*(?::[^=;{}]*)?=\s*(?:\$derived\(\s*)?$/) ?? [];
    if (name !== undefined) return own.add(name, node);
    const [, members] = before.match(/\{([^{}]*)\}\s*=\s*(?:\$derived\(\s*)?$/) ?? [];
    if (members !== undefined) {
      for (const member of members.split(',')) {
        const [, from, to = from] = member.match(/^\s*(\w+)\s*(?::\s*(\w+))?\s*$/) ?? [];
        for (const inner of from === undefined ? [] : follow([node], [from])) own.add(to, inner);
        if (member.includes('...')) useAll(node);
      }
      return;
    }
    // Declared or assigned here.
    if (/^(?:[\w\s,:]*\})?\s*(?:\??:|=[^=>])/.test(after)) return;
    if (!typed.has(node) && node !== pages) useAll(node);
  }

  /** Whether a chain begins at this name; a member does only where it is declared, as in `this.say.empty`. */
  function begins(name, text, index, own) {
    const before = text.slice(Math.max(0, index - 40), index);
    const [led] = before.match(/[-.#</"'\w]*[-.#</"']$/) ?? [''];
    if (led === '' || led.endsWith('...'))
      return types.has(name) || ROOTS.includes(name) || own.has(name) || declared.has(name);
    return declared.has(name) && /^(?!i18n)[\w.]*\.$/.test(led);
  }

  function look(text, own) {
    for (const { 0: name, index } of text.matchAll(NAME)) {
      if (!begins(name, text, index, own)) continue;
      CHAIN.lastIndex = index + name.length;
      const [chain] = text.match(CHAIN);
      const [nodes, steps] = startOf(name, (chain.match(STEPS) ?? []).map(nameOf), own);
      const end = index + name.length + chain.length;
      const [before, after] = [
        text.slice(Math.max(0, index - 200), index),
        text.slice(end, end + 200),
      ];
      for (const node of follow(nodes, steps))
        if (node !== tree) reach(node, types.has(name), before, after, own);
    }
  }

  const known = () =>
    used.size +
    typed.size +
    [types, declared, ...sources.map(({ own }) => own)].reduce((sum, { count }) => sum + count, 0);
  let knownBefore;
  do {
    knownBefore = known();
    for (const { text, own } of sources) look(text, own);
  } while (known() > knownBefore);
  return leaves(tree).filter((path) => !used.has(path));
}
