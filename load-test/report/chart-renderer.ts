/** Charts as SVG text, drawn by echarts without a browser. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../swarm/worker.js';
import type { Drawing } from './chart-drawing.js';

export type ChartRenderer = (drawing: Drawing) => string;

/** The part of echarts that is used; its own types are there only when it is installed. */
interface Echarts {
  init(
    element: null,
    theme: null,
    options: { renderer: 'svg'; ssr: true; width: number; height: number },
  ): {
    setOption(option: object): void;
    renderToSVGString(): string;
    dispose(): void;
  };
}

/** null when echarts is not installed, as it comes with the packages of the load laboratory. */
export function loadChartRenderer(
  packageFile = join(PROJECT_ROOT, 'load-test/package.json'),
): ChartRenderer | null {
  const load = createRequire(packageFile);
  let echarts: Echarts;
  try {
    echarts = load('echarts') as Echarts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
  return ({ width, height, option }) => {
    const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
    try {
      chart.setOption(option);
      return chart.renderToSVGString();
    } finally {
      // A chart that is not disposed keeps the process alive.
      chart.dispose();
    }
  };
}
