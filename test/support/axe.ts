import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong with a page as it is now, best practices included: a line for each element. With `rule`
 * only by that one.
 */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], preload: false, ...(rule && { runOnly: [rule] }) };
  // Nobody reads the results of the other rules, and they take long to hand over.
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) =>
      [id, target.join(' '), ...failureSummary.split('\n').slice(1)].join(' | '),
    ),
  );
}
