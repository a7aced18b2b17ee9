import type { Config } from './config.js';
import type { PhaseLengths } from '../../../game/phase-lengths.js';
import { MIN_SHOWN_MS } from '../../../protocol/limits.js';

/** Of a reveal that is shown all at once. */
const PLAIN_REVEAL_MS = 10_000;

export function phaseLengths(config: Config): PhaseLengths {
  return {
    countdownMs: config.COUNTDOWN_MS,
    getReadyMs: config.GET_READY_MS,
    pictureReadyMs: config.PICTURE_READY_MS,
    revealMs: config.REVEAL_MS ?? PLAIN_REVEAL_MS,
    show: showOf(config),
    hostGraceMs: config.HOST_GRACE_S * 1000,
    // Until every process has shared what its players did, at the widest interval.
    skipMs:
      config.REDIS_URL === undefined
        ? 0
        : Math.max(config.FLUSH_INTERVAL_MS, config.FLUSH_MAX_MS) + config.SHARE_LEAD_MS,
    minShownMs: MIN_SHOWN_MS,
  };
}

function showOf({ SHOW, REVEAL_MS }: Config): PhaseLengths['show'] {
  if (SHOW === 'off') return 'off';
  return REVEAL_MS === undefined ? 'free' : 'fitted';
}
