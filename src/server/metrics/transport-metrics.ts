import { Counter, type Registry } from 'prom-client';
import { counter, gauge } from './read-on-demand.js';

/** What waits to be sent, as the last look at the transports found it. */
interface Look {
  connections: number;
  waitingClients: number;
  waitingBytes: number;
  slowClients: number;
}

/** What goes out over the transports, and what does not get out. */
export class TransportMetrics {
  // Plain numbers: prom-client's counters take 0.14 µs each time, and this happens with every frame.
  private frames = 0;
  private bytes = 0;
  private floods = 0;
  private look: Look = { connections: 0, waitingClients: 0, waitingBytes: 0, slowClients: 0 };
  private readonly closings: Counter<'reason'>;

  constructor(private readonly registry: Registry) {
    counter(registry, 'madang_frames_out_total', 'Frames to clients.', () => this.frames);
    counter(registry, 'madang_bytes_out_total', 'Payload bytes in them.', () => this.bytes);
    counter(
      registry,
      'madang_flooding_clients_closed_total',
      'WebSockets ended because they sent more than they may for 5 s.',
      () => this.floods,
    );
    const look = (name: string, help: string, key: keyof Look): void =>
      gauge(registry, name, help, () => this.look[key]);
    look('madang_connections', 'Open transports of clients.', 'connections');
    look('madang_send_queue_clients', 'Clients that something waits for.', 'waitingClients');
    look('madang_send_queue_bytes', 'What waits to be sent, over all clients.', 'waitingBytes');
    look('madang_slow_clients', 'Clients that more than 100 kB wait for.', 'slowClients');
    this.closings = new Counter({
      name: 'madang_slow_clients_closed_total',
      help:
        'Clients cut off: too much waited for them (unread), they told for 5 s that they are behind or told ' +
        'nothing (behind), or they did not answer pings (ping_timeout).',
      labelNames: ['reason'],
      registers: [registry],
    });
  }

  /** Those of clients, as the last look found them. */
  get connections(): number {
    return this.look.connections;
  }

  /** `missing` is asked whenever somebody reads the metrics. */
  watchFastPath(missing: () => number): void {
    gauge(
      this.registry,
      'madang_fast_path_missing_names',
      'Names within Engine.IO and ws that the fast path needs and did not find at the start.',
      missing,
    );
  }

  readonly hooks = {
    sent: (bytes: number): void => {
      this.frames += 1;
      this.bytes += bytes;
    },
    closedFlooding: (): void => {
      this.floods += 1;
    },
    looked: (look: Look): void => {
      this.look = look;
    },
    closedSlow: (reason: 'unread' | 'behind' | 'ping_timeout'): void =>
      this.closings.inc({ reason }),
  };
}
