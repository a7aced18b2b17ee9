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
  'Leitung',
  'Spielleitung',
  'Spielleiter',
  'Spielleiterin',
  'Quizleitung',
  'Moderatorin',
  'Moderation',
  'Gastgeber',
  'Gastgeberin',
  'Veranstalter',
  'Veranstalterin',
  'Organisator',
  'Organisatorin',
  'Administratorin',
  'ホスト',
  'ホストさん',
  '共同ホスト',
  '司会',
  '司会者',
  '司会さん',
  '進行役',
  '主催者',
  '管理者',
  '運営',
  'モデレーター',
  'クイズマスター',
  'ゲームマスター',
  'presentador',
  'presentadora',
  'anfitrión',
  'anfitriona',
  'moderador',
  'moderadora',
  'administrador',
  'administradora',
  'organizador',
  'organizadora',
  'animateur',
  'animatrice',
  'présentateur',
  'présentatrice',
  'hôte',
  'maître du jeu',
  'meneur de jeu',
  'modérateur',
  'modératrice',
  'administrateur',
  'administratrice',
  'organisateur',
  'organisatrice',
  '主持',
  '主持人',
  '联合主持人',
  '聯合主持人',
  '司仪',
  '司儀',
  '房主',
  '管理员',
  '管理員',
  'apresentador',
  'apresentadora',
  'anfitrião',
  'anfitriã',
  'người dẫn',
  'người dẫn chương trình',
  'dẫn chương trình',
  'chủ phòng',
  'quản trị viên',
  'người quản trị',
  'người tổ chức',
  'ban tổ chức',
];
/** Characters around a name that do not make it another one: "Host 2", "[진행자]", "★ host ★". */
const AROUND = /^[^\p{L}]+|[^\p{L}]+$/gu;
const SIGNS = /[^\p{L}\p{N}\p{M}]/gu;

let reserved: ReadonlySet<string> | undefined;

export function isReserved(name: string): boolean {
  reserved ??= new Set(
    WORDS.flatMap((word) => [word, withoutAccents(word)])
      .flatMap((word) => [word, word.toUpperCase()])
      .flatMap(looksOf),
  );
  const known = reserved;
  return [name, name.replace(AROUND, '')].flatMap(looksOf).some((look) => known.has(look));
}

/** As it is typed where a keyboard has no accents. */
function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC');
}

/** By small letters and as typed: a capital I looks like an l, and a small one does not. */
function looksOf(name: string): string[] {
  const letters = name.replace(SIGNS, '');
  return [letters, letters.toLowerCase()].map((text) => nameSkeleton(text).toLowerCase());
}
