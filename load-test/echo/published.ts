/** What others have measured with the same profiles, on their machines. */
import type { Measured } from './stage.js';
import type { Profile } from './profiles.js';

export interface PublishedFigure {
  profile: Profile;
  what: string;
  theirs: string;
  ours: (measured: Measured) => number;
}

export const PUBLISHED: readonly PublishedFigure[] = [
  {
    profile: 'reconnect',
    what: 'messages received by the server, /s',
    theirs: '32,567, tuned 55,867 (C++, IOCP)',
    ours: ({ roundTrips, seconds }) => Math.round(roundTrips / seconds),
  },
  {
    profile: 'reconnect',
    what: 'longest round trip, ms',
    theirs: '13, tuned 4 (C++, IOCP)',
    ours: ({ ms }) => ms.max,
  },
  {
    profile: 'paced',
    what: 'messages in and out, /s',
    theirs: '200,000–210,000 (C++, Core i7-6700)',
    ours: ({ roundTrips, seconds }) => 2 * Math.round(roundTrips / seconds),
  },
  {
    profile: 'pipelined',
    what: 'round trips, /s',
    theirs: '98,900 (C++), 73,855 (C# client)',
    ours: ({ roundTrips, seconds }) => Math.round(roundTrips / seconds),
  },
];
