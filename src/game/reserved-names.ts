/** Names by which a player could be taken for who runs the game (R1.10). */
import { nameSkeleton } from './name-skeleton.js';

const WORDS = [
  'host',
  'the host',
  'co-host',
  'quiz host',
  'game host',
  'quizmaster',
  'quiz master',
  'game master',
  'admin',
  'administrator',
  'moderator',
  'operator',
  'organizer',
  'organiser',
  'presenter',
  '진행자',
  '진행자님',
  '공동 진행자',
  '사회자',
  '사회자님',
  '호스트',
  '호스트님',
  '방장',
  '방장님',
  '관리자',
  '관리자님',
  '운영자',
  '운영자님',
  '주최자',
];
/** Characters around a name that do not make it another one: "Host 2", "[진행자]", "★ host ★". */
const AROUND = /^[^\p{L}]+|[^\p{L}]+$/gu;
const SIGNS = /[^\p{L}\p{N}\p{M}]/gu;

let reserved: ReadonlySet<string> | undefined;

export function isReserved(name: string): boolean {
  reserved ??= new Set(WORDS.flatMap((word) => [word, word.toUpperCase()].flatMap(looksOf)));
  const known = reserved;
  return [name, name.replace(AROUND, '')].flatMap(looksOf).some((look) => known.has(look));
}

/** By small letters and as typed: a capital I looks like an l, and a small one does not. */
function looksOf(name: string): string[] {
  const letters = name.replace(SIGNS, '');
  return [letters, letters.toLowerCase()].map((text) => nameSkeleton(text).toLowerCase());
}
