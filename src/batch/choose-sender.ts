import { isBig } from '../game/big-room.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import { CrowdSender } from './crowd/crowd-sender.js';
import { FlushSender } from './flush-sender.js';
import type { RoomSender } from './room-sender.js';
import type { RoomView } from './room-view.js';
import type { SlowConsumers } from './slow-consumers.js';

/** What a room is sent by; halls and big rooms never become each other. */
export function chooseSender(
  view: RoomView,
  audiences: Audiences,
  slowConsumers: SlowConsumers,
  broadcaster: Broadcaster,
): RoomSender {
  const Sender = isBig(view.settings) ? CrowdSender : FlushSender;
  return new Sender(view, audiences, slowConsumers, broadcaster);
}
