/** The browser of the experiments that look at pages. */
import { chromium, type Browser } from 'playwright-core';
import { LabError, text } from '../swarm/command-line.js';

export const CHROMIUM = text('PATH', 'the browser', '/usr/bin/chromium-headless-shell');

export async function launchChromium(executablePath: string): Promise<Browser> {
  try {
    return await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--no-first-run'],
      // Ctrl-C ends the run, not the program: there is a report to be written.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw new LabError(`--chromium: ${firstLine(error)}`);
  }
}

export function firstLine(error: unknown): string {
  const [line = ''] = (error as Error).message.split('\n');
  return line;
}
