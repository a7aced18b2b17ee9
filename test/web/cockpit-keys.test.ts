import { describe, expect, it } from 'vitest';
import {
  actionOf,
  isPressedTwice,
  KEY_OF,
  mayDo,
  type HostAction,
  type KeyPress,
  type Situation,
} from '../../src/web/cockpit/keys.js';

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});
const at = (kind: Situation['kind'], changes: Partial<Situation> = {}): Situation => ({
  kind,
  isPaused: false,
  isCurtained: false,
  endsEarly: false,
  hasClock: kind !== 'lobby',
  isRuled: kind === 'reveal',
  isVoid: false,
  hasScores: false,
  isFinal: false,
  coming: null,
  isDrawWaiting: false,
  mayGoBack: false,
  ...changes,
});
const KINDS = ['lobby', 'countdown', 'question', 'reveal'] as const;

describe('R3.5 the keys of a cockpit', () => {
  it.each([' ', 'PageDown', 'ArrowRight'])('%j is Next, which ends no question', (key) => {
    for (const kind of KINDS) expect(actionOf(press(key), at(kind))).toBe('next');
    expect(KINDS.filter((kind) => mayDo('next', at(kind)))).toEqual(['countdown', 'reveal']);
  });

  it('R19.4, R19.5 Next cuts the end of a game at once, and a start only at the second press', () => {
    const end = at('lobby', { isFinal: true });
    expect(mayDo('next', end)).toBe(true);
    expect(isPressedTwice('next', end)).toBe(false);
    expect(isPressedTwice('start', end)).toBe(true);
    expect(isPressedTwice('start', at('lobby'))).toBe(false);
  });

  it('R3.5, R4.12 asks twice for what ends a break or a curtain early, and not when its time is over', () => {
    const ending = ['back', 'next', 'resume', 'round', 'start'];
    const always = ['close', 'drop', 'skip', 'void'];
    const actions = Object.keys(KEY_OF) as HostAction[];
    for (const kind of [...KINDS, 'item'] as const) {
      const twice = (changes: Partial<Situation>) =>
        actions.filter((action) => isPressedTwice(action, at(kind, changes))).sort();
      expect(twice({ endsEarly: true })).toEqual([...always, ...ending].sort());
      expect(twice({ isCurtained: true, isPaused: true })).toEqual(always);
    }
    // Behind a curtain Next lifts it, in a question as well.
    expect(mayDo('next', at('question', { isPaused: true, isCurtained: true }))).toBe(true);
  });

  it.each<[string, Situation, HostAction | null]>([
    ['s', at('lobby'), 'start'],
    ['s', at('question'), null],
    ['r', at('lobby'), null],
    ['r', at('lobby', { hasScores: true }), 'round'],
    ['r', at('reveal', { hasScores: true }), null],
    ['p', at('lobby'), null],
    ['p', at('lobby', { hasClock: true }), 'pause'],
    ['p', at('lobby', { hasClock: true, isPaused: true }), 'resume'],
    ['p', at('question'), 'pause'],
    ['p', at('question', { isPaused: true }), 'resume'],
    ['p', at('reveal', { isPaused: true }), 'resume'],
    ['d', at('countdown'), null],
    ['d', at('question'), 'drop'],
    ['d', at('question', { isPaused: true }), 'drop'],
    ['d', at('reveal'), 'void'],
    ['d', at('reveal', { isRuled: false }), null],
    ['d', at('reveal', { isRuled: false, isVoid: true }), null],
    ['d', at('reveal', { isVoid: true }), 'count'],
    ['d', at('item', { isDrawWaiting: true }), 'skip'],
    ['d', at('lobby', { isDrawWaiting: true }), 'skip'],
    ['d', at('item'), null],
    ['c', at('question'), 'close'],
    ['c', at('reveal'), null],
    ['t', at('question'), 'extend'],
    ['t', at('reveal'), null],
    ['e', at('countdown'), 'end'],
    ['e', at('lobby'), null],
    ['m', at('lobby'), 'mute'],
    ['l', at('question'), 'lock'],
    ['?', at('question'), 'help'],
    ['x', at('question'), null],
    ['ArrowLeft', at('reveal'), null],
    ['PageUp', at('reveal'), null],
    ['Enter', at('lobby'), null],
  ])('%j at %o is %s', (key, moment, action) => {
    expect(actionOf(press(key), moment)).toBe(action);
  });

  it('knows a letter by its place where Hangul is written, and by itself where keys lie elsewhere', () => {
    expect(actionOf(press('ㅔ', { code: 'KeyP' }), at('question'))).toBe('pause');
    expect(actionOf(press('Process', { code: 'KeyD' }), at('question'))).toBe('drop');
    // In French the A lies where others have the Q.
    expect(actionOf(press('p', { code: 'KeyR' }), at('question'))).toBe('pause');
    // With Caps Lock.
    expect(actionOf(press('P', { code: 'KeyP' }), at('question'))).toBe('pause');
  });

  it('does nothing for a key that is held, or with another one', () => {
    for (const held of ['repeat', 'ctrlKey', 'metaKey', 'altKey'] as const)
      for (const key of [' ', 'PageDown', 'p', 'd', '?'])
        expect(actionOf(press(key, { [held]: true }), at('reveal'))).toBeNull();
    for (const key of [' ', 'P'])
      expect(actionOf(press(key, { shiftKey: true }), at('reveal'))).toBeNull();
    expect(actionOf(press('?', { shiftKey: true }), at('reveal'))).toBe('help');
  });

  it('asks twice for what a question is lost by, and shows every action its own key', () => {
    const actions = Object.keys(KEY_OF) as HostAction[];
    const twice = (moment: Situation) => actions.filter((action) => isPressedTwice(action, moment));
    expect(twice(at('question')).sort()).toEqual(['close', 'drop', 'skip', 'void']);
    for (const kind of KINDS)
      for (const isPaused of [false, true])
        for (const isVoid of [false, true]) {
          const moment = at(kind, { isPaused, isVoid, hasScores: true });
          const keys = (Object.keys(KEY_OF) as HostAction[])
            .filter((action) => mayDo(action, moment))
            .map((action) => KEY_OF[action]);
          expect(new Set(keys).size).toBe(keys.length);
        }
  });
});
