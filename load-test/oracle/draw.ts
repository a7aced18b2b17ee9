/** Rooms, questions and walks, drawn at random. */
import { STEPS, type Floor, type Place } from './floor.js';
import type { Right } from './judge.js';

export type Random = () => number;

export interface Options {
  gameMode: 'RANKING' | 'SURVIVAL';
  scoring: 'shared' | 'early' | 'flat';
  crowd: 'visible' | 'blind';
  lives: number;
  revival: boolean;
  teams: 'none' | 'dealt';
  extraTime: boolean;
  choiceOrder: 'shuffled' | 'written';
}

/** A question as it is brought, with what is right in it; choices by their text. */
export interface Written {
  json: Record<string, unknown>;
  points: 0 | 1 | 2;
  isBlind: boolean;
  /** Texts of the right choices, or the right number; null where nothing is right. */
  right: { kind: 'choice'; texts: readonly string[] } | (Right & { kind: 'number' }) | null;
  floor: Floor;
}

const LIMIT_S = 3;
const MOST_CHOICES = 6;

export const whole = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));
export const oneOf = <T>(random: Random, all: readonly T[]): T =>
  all[whole(random, 0, all.length - 1)] as T;
const chance = (random: Random, share: number): boolean => random() < share;

export function drawOptions(random: Random): Options {
  return {
    gameMode: oneOf(random, ['RANKING', 'SURVIVAL']),
    scoring: oneOf(random, ['shared', 'early', 'flat']),
    crowd: oneOf(random, ['visible', 'blind']),
    lives: whole(random, 1, 3),
    revival: chance(random, 0.5),
    teams: oneOf(random, ['none', 'dealt']),
    extraTime: chance(random, 0.2),
    choiceOrder: oneOf(random, ['shuffled', 'written']),
  };
}

export function drawQuestion(random: Random, n: number, crowd: Options['crowd']): Written {
  const kind = oneOf(random, [
    'choice',
    'choice',
    'choice',
    'ox',
    'number',
    'number',
    'poll',
    'scale',
  ] as const);
  const points = oneOf(random, [0, 1, 1, 1, 2] as const);
  const common = { quiz: `Question ${n}?`, limitTime: LIMIT_S, points };
  const isBlind = crowd === 'blind' || !(kind === 'choice' || kind === 'ox');
  switch (kind) {
    case 'choice': {
      const count = whole(random, 2, MOST_CHOICES);
      const choices = Array.from({ length: count }, (_, i) => `choice ${i}`);
      const rights = choices.filter(() => chance(random, 0.3));
      const texts = rights.length === 0 || rights.length === count ? ['choice 0'] : rights;
      const answer = texts.map((text) => choices.indexOf(text) + 1);
      return {
        json: { ...common, kind, choices, answer: answer.length === 1 ? answer[0] : answer },
        points,
        isBlind,
        right: { kind: 'choice', texts },
        floor: { kind, choices: count },
      };
    }
    case 'ox': {
      const answer = oneOf(random, ['O', 'X']);
      return {
        json: { ...common, kind, answer },
        points,
        isBlind,
        right: { kind: 'choice', texts: [answer] },
        floor: { kind },
      };
    }
    case 'number': {
      const [min, step, steps] = [
        whole(random, -50, 50),
        whole(random, 1, 5),
        whole(random, 2, 40),
      ];
      const max = min + step * steps;
      const answer = whole(random, min, max);
      const tolerance = oneOf(random, [0, step, 2 * step]);
      return {
        json: { ...common, kind, min, max, step, answer, tolerance },
        points,
        isBlind,
        right: { kind, answer, tolerance },
        floor: { kind, min, max, step },
      };
    }
    case 'poll':
      return {
        json: { quiz: common.quiz, limitTime: LIMIT_S, kind, choices: ['tea', 'coffee', 'water'] },
        points: 1,
        isBlind,
        right: null,
        floor: { kind, choices: 3 },
      };
    case 'scale':
      return {
        json: { quiz: common.quiz, limitTime: LIMIT_S, kind, from: 'bad', to: 'good' },
        points: 1,
        isBlind,
        right: null,
        floor: { kind, min: 0, max: 100, step: 1 },
      };
  }
}

export const drawPlace = (random: Random): Place => [
  whole(random, 0, STEPS),
  whole(random, 0, STEPS),
];
