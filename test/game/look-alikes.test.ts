import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nameSkeleton } from '../../src/game/name-skeleton.js';
import { isReserved } from '../../src/game/reserved-names.js';
import { TakenNames } from '../../src/game/taken-names.js';
import { LANGUAGES } from '../../src/i18n/made/languages.js';
import { limits } from '../../src/protocol/index.js';
import { cleanName, withoutCrown } from '../../src/protocol/name.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const stands = (raw: string): string => cleanName(raw, limits.NAME_BOUNDS) ?? '';

describe('names that look the same', () => {
  it.each([
    'Ꭲeacher',
    'ꓔeacher',
    'Teacherꓸ',
    'T\u0332eacher',
    'Teaςher',
    'Teaϲher',
    'Τeacher',
    'Tеacher',
    '𐊗eacher',
    'T𝖾acher',
    'Teacher.',
    'T e a c h e r',
    'Teaᴄher',
  ])('R1.4 %j is numbered beside Teacher', (raw) => {
    const taken = TakenNames.from(['Teacher']);
    const name = stands(raw);
    expect(taken.free(name)).toMatch(/ 2$/);
  });

  it('R1.4 names that look different stay as they are', () => {
    const taken = TakenNames.from(['Teacher', 'José', '김철수', 'Ann']);
    for (const name of [
      'Teachers',
      'Jose',
      '김칠수',
      '김철수님',
      'Anna',
      'Änn',
      '山田',
      '🦊',
      'ㅋㅋㅋ',
    ])
      expect(taken.free(stands(name))).toBe(stands(name));
  });

  it('R1.4 a hall of names is compared in no time', () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `Ꭲeacher 김철수 🦊 ${n}`);
    const began = performance.now();
    for (const name of names) nameSkeleton(name);
    // A millisecond for each; a hundredth of it is usual.
    expect(performance.now() - began).toBeLessThan(pace.allow(names.length));
  });
});

describe('names of the host', () => {
  it.each([
    'Host',
    'HOST',
    'h0st',
    'Нost',
    'ＨＯＳＴ',
    'Ho\u200Bst',
    'Host 2',
    '★ host ★',
    '[The Host]',
    'co-host',
    'ADMIN',
    'Quiz Master',
    '진행자',
    '진행자님',
    ' 진 행 자 ',
    '진행자1',
    '(진행자)',
    '👑 진행자',
    '사회자',
    'Spielleitung',
    'MODERATORIN 2',
    'ホスト',
    'ﾎｽﾄ',
    '【司会者】',
    'Anfitrión',
    'presentadora',
    'anfitrion',
    'Hôte',
    'PRÉSENTATEUR',
    'maître du jeu',
    'Maitre  du jeu',
    '★主持人★',
    'Anfitriã',
    'Organizador(a)',
    'Người dẫn chương trình',
    'NGƯỜI DẪN',
    'nguoi dan',
  ])('R1.10 %j reads like the host', (raw) => {
    expect(isReserved(stands(withoutCrown(raw)))).toBe(true);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en-XA'))(
    'R1.10 reads like the host what pages call the host in %s',
    (language) => {
      const path = new URL(`../../src/i18n/${language}/player.json`, import.meta.url);
      const { host } = JSON.parse(readFileSync(path, 'utf8')) as { host: string };
      expect(isReserved(stands(host))).toBe(true);
    },
  );

  it.each([
    'Leit',
    'Gast',
    '山田',
    '司馬',
    '主子',
    'Otto',
    'Hot',
    'Presenta',
    'Animal',
    'Dẫn',
    'Hosta',
    'Hostility',
    'Ghost',
    'Josh',
    '진행',
    '김진행',
    '사회',
    'Ann',
    '',
    '🦊',
    'Kim 선생님',
  ])('R1.10 %j does not', (raw) => expect(isReserved(stands(raw))).toBe(false));

  it('R1.10 no name has a crown', () => {
    expect(stands(withoutCrown('👑 Ann ♛'))).toBe('Ann');
    expect(stands(withoutCrown('👑\uFE0F'))).toBe('');
  });
});
