import { isLoopback, joinBase, lanAddresses } from './lan-address.js';

export interface HallSettings {
  /** PUBLIC_URL. */
  publicUrl: string | undefined;
  /** HOST. */
  host: string;
}

/** The address that phones get: it changes with the network, and the person at the machine may choose another one. */
export class HallAddress {
  private port = 0;
  private chosen: string | undefined;
  /** The address that phones were told last; undefined where there was none. */
  private told: string | undefined;
  private previous: string | undefined;

  constructor(
    private readonly settings: HallSettings,
    private readonly addresses: () => readonly string[] = lanAddresses,
  ) {}

  /** To be called once, when the server listens. */
  listening(port: number): void {
    this.port = port;
    this.told = this.isAlone ? undefined : this.base;
  }

  /** To be printed and put into QR codes. */
  get base(): string {
    const { publicUrl, host } = this.settings;
    const { chosen } = this;
    if (chosen !== undefined && this.choices.includes(chosen)) return chosen;
    return joinBase(publicUrl, this.port, host, this.addresses());
  }

  /** Whether `base` leads to this machine alone. */
  get isAlone(): boolean {
    return isLoopback(new URL(this.base).hostname);
  }

  /** All that `base` may be, the likeliest first; none where PUBLIC_URL or HOST says it. */
  get choices(): string[] {
    const { publicUrl, host } = this.settings;
    if (publicUrl !== undefined || isLoopback(host)) return [];
    return this.addresses().map((address) => `http://${address}:${this.port}`);
  }

  /** The address that phones had before it became another one by itself. */
  get before(): string | undefined {
    return this.previous;
  }

  /** Whether it is one of the choices. */
  choose(base: string): boolean {
    if (!this.choices.includes(base)) return false;
    this.chosen = this.told = base;
    this.previous = undefined;
    return true;
  }

  /** The address, where it has become another one since this was asked last. A network may be away for a moment. */
  look(): string | undefined {
    const { base } = this;
    if (this.isAlone || base === this.told) return undefined;
    this.previous = this.told;
    this.told = base;
    return base;
  }
}
