import type { CompactFlush } from '../../src/protocol/index.js';
import { CompactReader } from './compact-reader.js';
import { RawClient } from './raw-client.js';

/** A compact player on a socket that it need not read, whose echoes the test sends. */
export class SlowClient {
  /** Of the newest flush that came in. */
  lastFlush = 0;
  firstFlush = 0;
  /** Frames that told a flush, without those that let it in. */
  flushes = 0;
  /** How often it was told what it lacked, be it everything, or places and chat alone. */
  comebacks = 0;
  readonly chatIds: number[] = [];
  readonly seat: { slot: number; playerId: string };
  private readonly reader = new CompactReader();

  private constructor(
    readonly client: RawClient,
    /** Of the socket in the namespace. */
    readonly id: string,
    readonly token: string,
    ack: string,
  ) {
    const [{ slot, playerId }] = JSON.parse(ack) as [{ slot: number; playerId: string }];
    this.seat = { slot, playerId };
    for (const frame of client.frames) this.note(frame);
    client.socket.on('message', (data: Buffer) => this.note(data.toString()));
  }

  static async join(url: string, pin: string, playerName: string): Promise<SlowClient> {
    const client = await RawClient.open(url);
    await client.enter({ format: 'compact', wantToken: true });
    const { sid } = after(await find(client, '40/game,')) as { sid: string };
    const [, { token }] = after(await find(client, '42/game,["session"')) as [
      string,
      { token: string },
    ];
    client.send(`42/game,1["joinRoom",${JSON.stringify({ gameId: pin, playerName })}]`);
    const ack = await find(client, '43/game,1');
    return new SlowClient(client, sid, token, ack.slice('43/game,1'.length));
  }

  echo(flush: number): void {
    this.client.send(`42/game,["syncTime",${JSON.stringify({ t0: 0, flush })}]`);
  }

  stopReading(): void {
    this.client.socket.pause();
  }

  close(): void {
    this.client.socket.terminate();
  }

  private note(frame: string): void {
    if (!frame.startsWith('42/game,["flush"')) return;
    const [, payload] = after(frame) as [string, CompactFlush];
    if (this.flushes > 0 && payload[0] > this.lastFlush + 1) this.comebacks++;
    this.lastFlush = payload[0];
    let isWelcome = false;
    for (const [event, fact] of this.reader.read('flush', payload)) {
      if (event === 'chatMessage') this.chatIds.push(...fact.messages.map(({ id }) => id));
      isWelcome ||= ['getSelfId', 'updateScreen', 'phase'].includes(event);
    }
    if (isWelcome) return;
    this.firstFlush ||= payload[0];
    this.flushes++;
  }
}

const find = (client: RawClient, start: string): Promise<string> =>
  client.wait((frame) => frame.startsWith(start));

/** The JSON of a packet. */
function after(frame: string): unknown {
  return JSON.parse(frame.slice(frame.indexOf(',') + 1));
}
