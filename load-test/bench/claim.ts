/** For how long Redis is busy with a change of the phase, around the tenth question of a game. */
import { round } from './measure.js';
import { OwnRedis, type Work } from './own-redis.js';
import type { Figure, Outcome, Piece } from './piece.js';
import { openRedisHall } from './redis-hall.js';

const SIZES = [200, 2_000, 10_000];
const QUICK_SIZES = [20];
const QUESTIONS = 15;
const QUICK_QUESTIONS = 2;
/** The tenth question is the middle of those that are measured. */
const MEASURED_FROM = 5;

/** The median of several claims; the error is half the distance between the fastest and the slowest. */
function figureOf(name: string, works: readonly Work[], parts: readonly (keyof Work)[]): Figure {
  const micros = works.map((work) => parts.reduce((sum, part) => sum + work[part], 0));
  const middle = median(micros);
  return {
    name,
    nsPerOp: middle * 1_000,
    errorPercent: round(((Math.max(...micros) - Math.min(...micros)) / 2 / middle) * 100, 1),
    bytes: median(works.map(({ bytes }) => bytes)),
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function measureHall(redis: OwnRedis, players: number, questions: number): Promise<Outcome> {
  const hall = await openRedisHall(redis.url, { players, questions });
  const work = async (claim: 'close' | 'next' | 'end'): Promise<Work> => {
    await redis.startAnew();
    await hall.claim(claim);
    return redis.workFor(hall.roomId);
  };
  try {
    const asks: Work[] = [];
    const judgements: Work[] = [];
    for (let n = 0; n < questions; n++) {
      // The first press cuts what a reveal shows.
      if (n > 0) await hall.claim('next');
      asks.push(await work('next'));
      await hall.walk();
      judgements.push(await work('close'));
    }
    const end = await work('end');
    const measured = judgements.slice(Math.min(MEASURED_FROM, questions - 1));
    return {
      title: `claim: ${players} players`,
      operation: 'a change of the phase, in time that Redis spends on its commands',
      figures: [
        figureOf('judge', measured, ['readMicros', 'scriptMicros']),
        figureOf('judge: read', measured, ['readMicros']),
        figureOf('judge: script', measured, ['scriptMicros']),
        figureOf('judge: CPU, with sockets', measured, ['cpuMicros']),
        figureOf('ask', asks.slice(1), ['readMicros', 'scriptMicros']),
        figureOf('end', [end], ['readMicros', 'scriptMicros']),
      ],
      note: 'Bytes are those of the whole claim, with what one process hears of it.',
    };
  } finally {
    await hall.close();
  }
}

export const claim: Piece = {
  name: 'claim',
  about: 'a change of the phase in Redis, at the tenth question of halls of several sizes',
  run: async ({ quick, progress }) => {
    const outcomes: Outcome[] = [];
    for (const players of quick ? QUICK_SIZES : SIZES) {
      progress(`${players} players`);
      const redis = await OwnRedis.start();
      try {
        outcomes.push(await measureHall(redis, players, quick ? QUICK_QUESTIONS : QUESTIONS));
      } finally {
        await redis.stop();
      }
    }
    return outcomes;
  },
};
