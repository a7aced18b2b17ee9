import type { Server } from 'socket.io';

interface Packet {
  data?: string | Buffer | ArrayBufferView;
  /** What Socket.IO has framed once for all who get it: header and payload. */
  options?: { wsPreEncodedFrame?: [header: Buffer, payload: Buffer] };
}

/** Tells of each frame that goes to a client's transport, with the bytes of its payload. */
export function watchSentFrames(server: Server, sent: (bytes: number) => void): void {
  server.engine.on('flush', (_transport: unknown, packets: Packet[]) => {
    for (const packet of packets) sent(payloadBytes(packet));
  });
}

function payloadBytes({ data, options }: Packet): number {
  const framed = options?.wsPreEncodedFrame;
  if (framed !== undefined) return framed[1].length;
  if (typeof data === 'string') return 1 + Buffer.byteLength(data);
  // Binary data travels without a type; a frame without data is its type alone.
  return data?.byteLength ?? 1;
}
