import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, openTab, type SIZES, type Tab } from './browser.js';
import { runServer, type Child } from './child.js';

/** The built server, and a browser whose pages visit it. */
export class Site {
  private server: (Child & { url: string; port: number }) | undefined;
  private launched: Browser | undefined;
  private lastPort = 0;

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get port(): number {
    if (this.lastPort === 0) throw new Error('the server has not started');
    return this.lastPort;
  }

  get browser(): Browser {
    if (this.launched === undefined) throw new Error('the browser is not open');
    return this.launched;
  }

  async open(env: Record<string, string>, browserArgs: readonly string[]): Promise<void> {
    await this.startServer(env);
    this.launched = await launchBrowser(browserArgs);
  }

  /** Where it listened before, if it did. */
  async startServer(env: Record<string, string> = {}): Promise<void> {
    this.server = await runServer({ LOG_LEVEL: 'warn', PORT: String(this.lastPort), ...env });
    this.lastPort = this.server.port;
  }

  async stopServer(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await server?.stop();
  }

  /** A page of a visitor of its own. */
  openTab(size: keyof typeof SIZES, locale: 'ko-KR' | 'en-US'): Promise<Tab> {
    return openTab(this.browser, size, locale);
  }

  async close(): Promise<void> {
    await this.launched?.close();
    await this.stopServer();
  }
}

/** One server and one browser for the tests of a file; what the file opens besides is closed before them. */
export function useSite(
  env: Record<string, string> = {},
  browserArgs: readonly string[] = [],
): Site {
  const site = new Site();
  beforeAll(() => site.open(env, browserArgs));
  afterAll(() => site.close());
  return site;
}
