/** Starts the browser of this worker before its first file, which then leaves nothing running that is its own. */
import { workerBrowser } from './browser.js';

await workerBrowser();
