import type { NextFunction, Request, Response } from 'express';
import { declared } from './access/way-in.js';
import { UNKNOWN_HOST } from '../platform/identity/host-names.js';
import { addressOf, isOurHost, type ProxySettings } from '../platform/identity/request-origin.js';
import { RoomError } from '../../protocol/index.js';
import { KeyedBuckets } from '../platform/rate/keyed-buckets.js';

/** Of one address: a hall of 2,000 that opens its pages at once asks for some 6,000. */
const REQUESTS_PER_S = 100;
const REQUEST_BURST = 10_000;

/** Express's middleware in front of `/api`; answers RATE_LIMITED where an address asks for too much. */
export function limitApi(proxy: ProxySettings) {
  const requests = new KeyedBuckets(REQUESTS_PER_S, REQUEST_BURST);
  const limit = (request: Request, _response: Response, next: NextFunction): void => {
    if (!isOurHost(request, proxy)) return next(new RoomError('UNKNOWN_HOST', UNKNOWN_HOST));
    const isWithin = requests.take(addressOf(request, proxy), performance.now());
    next(isWithin ? undefined : new RoomError('RATE_LIMITED', 'too many requests'));
  };
  return declared(limit, 'goes-on');
}
