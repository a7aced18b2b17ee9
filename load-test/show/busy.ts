/** The developer tools of a page, as far as they are asked; the laboratory may have another Playwright than the tests. */
interface Devtools {
  send(method: 'Performance.enable', params: { timeDomain: 'threadTicks' }): Promise<unknown>;
  send(
    method: 'Performance.getMetrics',
  ): Promise<{ metrics: readonly { name: string; value: number }[] }>;
}

/** Begins to count for `busyMs` how long the page's thread works. */
export async function watchThread<D extends Devtools>(devtools: D): Promise<D> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return devtools;
}

/** How long the page's thread has had the processor. */
export async function busyMs(devtools: Devtools): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}
