import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** How long a page waits before it gives the next picture. */
const BETWEEN_MS = 120;

/** Always has the newest picture of a page, without holding the page up as a screenshot does. */
export class Camera {
  #newest: Buffer | undefined;

  private constructor(
    readonly name: string,
    readonly page: Page,
  ) {}

  static async of(name: string, page: Page, format: 'jpeg' | 'png'): Promise<Camera> {
    const session = await page.context().newCDPSession(page);
    const camera = new Camera(name, page);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      camera.#newest = Buffer.from(data, 'base64');
      // The page may be closed by then.
      void wait(BETWEEN_MS).then(() =>
        session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined),
      );
    });
    await session.send('Page.startScreencast', { format, quality: 85 });
    return camera;
  }

  /** False where the page has not drawn anything yet. */
  async save(path: string): Promise<boolean> {
    if (this.#newest === undefined) return false;
    await writeFile(path, this.#newest);
    return true;
  }
}
