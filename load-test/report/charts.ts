/**
 * What echarts has to draw for one of our charts. Colours are variables of the page's style, which
 * has a light and a dark set; the legend is the page's, too.
 */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Chart } from './findings.js';
import { formatNumber, formatTick, withUnit } from './terminal.js';
import { PROJECT_ROOT } from '../swarm/worker.js';

export interface ColouredChart extends Chart {
  /** Colours of CSS for the series, where they mean something. */
  colours?: readonly string[];
}

export interface Drawing {
  width: number;
  height: number;
  /** https://echarts.apache.org/en/option.html */
  option: object;
}

/**
 * For eyes that cannot tell the colours apart: names of echarts, and the same signs as letters. Beyond
 * these, colours and symbols repeat.
 */
const SYMBOLS = [
  { name: 'circle', letter: '●' },
  { name: 'triangle', letter: '▲' },
  { name: 'rect', letter: '■' },
  { name: 'diamond', letter: '◆' },
  { name: 'emptyCircle', letter: '○' },
  { name: 'emptyTriangle', letter: '△' },
  { name: 'emptyRect', letter: '□' },
  { name: 'emptyDiamond', letter: '◇' },
] as const;

const FONT_SIZE = 13;
const AXIS_NAME_SPACE = 30;
/** Below the figures of the lower axis. */
const LOWER_NAME_SPACE = 24;
/** Half of a figure at the end of an axis; and letters are a little wider in some fonts than in others. */
const EDGE = 12;
const BAR_VALUE_SPACE = 60;
const PLOT_HEIGHT = 280;
const BAR_HEIGHT = 18;
const BAR_GROUP_GAP = 14;
const AXIS_FIGURES = 20;
/** Of the names at the side of bars, as a share of the whole width. */
const NAMES_SHARE = 0.38;

const GRID_LINE = { show: true, lineStyle: { color: 'currentColor', opacity: 0.15 } };
const AXIS_TEXT = { color: 'currentColor', fontSize: FONT_SIZE };

/** Lines, columns over numbers, or lying bars beside names. undefined when there is nothing to draw. */
export function drawChart(chart: ColouredChart, width: number): Drawing | undefined {
  if (drawables(chart).length === 0) return undefined;

  const lying = chart.kind === 'bar' && chart.x.values.some((x) => typeof x === 'string');
  const plotHeight = lying ? barsHeight(chart) : PLOT_HEIGHT;
  const upper = lying ? 0 : AXIS_NAME_SPACE;
  const x = positionAxis(chart, lying, width);
  const y = valueAxis(chart, lying);
  return {
    width,
    height: upper + plotHeight + LOWER_NAME_SPACE,
    option: {
      animation: false,
      textStyle: { fontFamily: 'inherit', fontSize: FONT_SIZE, color: 'currentColor' },
      color: chart.series.map((_, index) => seriesColour(chart, index)),
      grid: {
        left: EDGE,
        right: lying ? BAR_VALUE_SPACE : EDGE,
        top: upper,
        height: plotHeight,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      xAxis: lying ? y : x,
      yAxis: lying ? x : y,
      series: chart.series.map((series, index) => ({
        name: series.name,
        type: chart.kind,
        silent: true,
        emphasis: { disabled: true },
        data: points(chart, series.values),
        ...(chart.kind === 'line' ? lineLook(index) : barLook(chart, lying)),
      })),
    },
  };
}

export function seriesColour({ colours }: ColouredChart, index: number): string {
  return colours?.[index] ?? `var(--series-${(index % SYMBOLS.length) + 1})`;
}

/** The sign of a series in the legend. */
export function seriesSign({ kind }: Chart, index: number): string {
  return kind === 'bar' ? '■' : (SYMBOLS[index % SYMBOLS.length]?.letter ?? '');
}

/** Zero and less have no place on a logarithmic axis. */
function drawable({ y }: Chart, value: number | null | undefined): number | null {
  if (value == null || !Number.isFinite(value) || (y.scale === 'log' && value <= 0)) return null;
  return value;
}

function drawables(chart: Chart): number[] {
  return chart.series.flatMap(({ values }) =>
    values.flatMap((value) => drawable(chart, value) ?? []),
  );
}

/** Lines over numbers keep their distances, and run from left to right however they were measured. */
function overNumbers({ kind, x }: Chart): boolean {
  return kind === 'line' && x.values.every((value) => typeof value === 'number');
}

function points(chart: Chart, values: (number | null)[]): unknown[] {
  const ys = chart.x.values.map((_, index) => drawable(chart, values[index]));
  if (!overNumbers(chart)) return ys;
  return chart.x.values
    .map((x, index) => [Number(x), ys[index] ?? null] as const)
    .sort(([a], [b]) => a - b);
}

/** The axis of what was varied. */
function positionAxis(chart: Chart, lying: boolean, width: number): object {
  const { x } = chart;
  const look = { nameTextStyle: AXIS_TEXT, axisLine: { lineStyle: { color: 'currentColor' } } };
  const name = withUnit(x);
  if (lying)
    return {
      ...look,
      type: 'category',
      data: x.values.map(String),
      // Names read from the top, as in a table.
      inverse: true,
      axisTick: { show: false },
      axisLabel: { ...AXIS_TEXT, width: width * NAMES_SHARE, overflow: 'break' },
    };
  const below = { ...look, name, nameLocation: 'middle', nameGap: AXIS_NAME_SPACE };
  if (!overNumbers(chart))
    return { ...below, type: 'category', data: x.values.map(String), axisLabel: AXIS_TEXT };
  return {
    ...below,
    type: 'value',
    scale: true,
    ...(x.values.every(Number.isInteger) && { minInterval: 1 }),
    splitLine: { show: false },
    axisLabel: { ...AXIS_TEXT, formatter: formatTick, hideOverlap: true },
  };
}

/** The axis of what was measured. */
function valueAxis(chart: Chart, lying: boolean): object {
  const { y, kind } = chart;
  const place = lying
    ? { nameLocation: 'middle', nameGap: AXIS_NAME_SPACE, nameTextStyle: AXIS_TEXT }
    : { nameLocation: 'end', nameGap: 12, nameTextStyle: { ...AXIS_TEXT, align: 'left' } };
  return {
    ...place,
    type: y.scale === 'log' ? 'log' : 'value',
    name: withUnit(y),
    ...(kind === 'bar' && y.scale === 'log' && { min: decadeBelow(chart) }),
    axisLabel: { ...AXIS_TEXT, formatter: formatTick, hideOverlap: true },
    splitLine: GRID_LINE,
  };
}

/** The least bar has a length, too. */
function decadeBelow(chart: Chart): number {
  const least = Math.min(...drawables(chart));
  return 10 ** (Math.ceil(Math.log10(least)) - 1);
}

function lineLook(index: number): object {
  return {
    symbol: SYMBOLS[index % SYMBOLS.length]?.name,
    symbolSize: 9,
    showAllSymbol: true,
    connectNulls: false,
    lineStyle: { width: 2.5 },
  };
}

function barLook(chart: Chart, lying: boolean): object {
  return {
    barMaxWidth: BAR_HEIGHT,
    // Series that never stand at the same place need no room beside each other.
    ...(isDisjoint(chart) && { barGap: '-100%' }),
    ...(lying && {
      label: {
        show: true,
        position: 'right',
        color: 'currentColor',
        formatter: ({ value }: { value: number | null }) =>
          value === null ? '' : formatNumber(value),
      },
    }),
  };
}

function isDisjoint({ x, series }: Chart): boolean {
  return x.values.every(
    (_, index) => series.filter(({ values }) => values[index] != null).length <= 1,
  );
}

function barsHeight(chart: Chart): number {
  const barsEach = isDisjoint(chart) ? 1 : chart.series.length;
  return chart.x.values.length * (barsEach * BAR_HEIGHT + BAR_GROUP_GAP) + AXIS_FIGURES;
}

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
