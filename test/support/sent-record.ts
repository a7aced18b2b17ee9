import type { BroadcasterInside } from './broadcaster-inside.js';

export interface Sent {
  /** As a client gets it. */
  text: string;
  /** Whether it went past Socket.IO. */
  isDirect: boolean;
}

/** The digit of each type of Engine.IO packet. */
const PACKETS = ['open', 'close', 'ping', 'pong', 'message', 'upgrade', 'noop'];

interface Transport {
  id: string;
  on(event: 'packetCreate', listener: (packet: { type: string; data?: string }) => void): void;
}

/**
 * Notes in order what a server sends from now on to each transport, whoever sends it: by the transport's
 * id, and without the packet that opens it.
 */
export function recordSent(broadcaster: BroadcasterInside): Map<string, Sent[]> {
  const record = new Map<string, Sent[]>();
  const engine = broadcaster.namespace.server.engine as unknown as {
    on(event: 'connection', listener: (transport: Transport) => void): void;
  };
  engine.on('connection', (transport) => {
    const sent: Sent[] = [];
    record.set(transport.id, sent);
    transport.on('packetCreate', ({ type, data = '' }) =>
      sent.push({ text: `${PACKETS.indexOf(type)}${data}`, isDirect: false }),
    );
  });
  const sentTo = (id: string): Sent[] => {
    const transport = broadcaster.namespace.sockets.get(id)?.conn as unknown as
      Transport | undefined;
    return record.get(transport?.id ?? '') ?? [];
  };
  const emit = broadcaster.emit.bind(broadcaster);
  broadcaster.emit = (targets, event, payload, except) => {
    const text = `42/game,${JSON.stringify([event, payload])}`;
    const before = targets
      .flatMap((target) => [...(broadcaster.channels.get(target)?.keys() ?? [target])])
      .filter((id) => except?.includes(id) !== true)
      .map(sentTo)
      .map((sent) => ({ sent, length: sent.length }));
    emit(targets, event, payload, except);
    // What Socket.IO was not given went past it, or was lost.
    for (const { sent, length } of before)
      if (sent.length === length) sent.push({ text, isDirect: true });
  };
  return record;
}
