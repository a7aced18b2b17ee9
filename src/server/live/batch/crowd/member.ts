import type { Audience } from '../../../../game/chat-log.js';
import type { NearChat } from '../../../../protocol/index.js';
import type { Area } from './area.js';

/** A connection here, and the area to which it goes with that one's next turn. */
export interface Member {
  connectionId: string;
  slot: number | null;
  audience: Audience;
  area: Area;
  next: Area;
  /** While the connection waits for the first frame of its area: up to where it was told what everybody is told. */
  since: number;
  /** And whom it knows to be near already, as it came from an area beside this one. */
  known: Known | null;
  /** And what those near had said, or itself, that it was not told where it was; null where that is nothing apart. */
  unsaid: readonly NearChat[] | null;
}

interface Known {
  cell: number;
  /** Slots of which it was not told yet where they have gone. */
  untold: readonly number[];
  /** Slots of which it was not told yet that nobody it knows sits there any more. */
  forgotten: readonly number[];
}

/** What a member is to be told that was said near it before it goes elsewhere. */
export function unsaidTo({ connectionId, area, unsaid }: Member): NearChat[] {
  return [...(area.fresh.has(connectionId) ? [] : area.unsaid), ...(unsaid ?? [])];
}
