import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Chart } from '../../load-test/report/findings.js';
import { drawChart, loadChartRenderer } from '../../load-test/report/charts.js';
import { sampleChart, temporaryFolder } from './sample-run.js';

/** What these tests look at. */
interface Axis {
  type: string;
  name?: string;
  data?: string[];
  inverse?: boolean;
}
interface Option {
  xAxis: Axis;
  yAxis: Axis;
  color: string[];
  series: { type: string; name: string; symbol?: string; barGap?: string; data: unknown[] }[];
}

function optionOf(chart: Chart): Option {
  return drawChart(chart, 900)!.option as Option;
}

describe('a line chart', () => {
  it('keeps the distances of numbers, gaps, units and distinct symbols', () => {
    const { xAxis, yAxis, series, color } = optionOf(sampleChart);
    expect(xAxis).toMatchObject({ type: 'value', name: 'flush interval, ms' });
    expect(yAxis).toMatchObject({ type: 'value', name: 'latency, ms' });
    expect(series.map(({ type, name }) => [type, name])).toEqual([
      ['line', 'p50'],
      ['line', 'p95'],
    ]);
    expect(series[0]!.data).toEqual([
      [0, 5],
      [50, null],
      [100, 55],
    ]);
    expect(new Set(series.map(({ symbol }) => symbol)).size).toBe(2);
    expect(new Set(color).size).toBe(2);
  });

  it('runs from left to right however it was measured', () => {
    const { series } = optionOf({
      ...sampleChart,
      x: { label: 'rooms', values: [8, 12, 10] },
      series: [{ name: 'p95', values: [1, 3, 2] }],
    });
    expect(series[0]!.data).toEqual([
      [8, 1],
      [10, 2],
      [12, 3],
    ]);
  });

  it('leaves out what a logarithmic axis cannot show', () => {
    const { yAxis, series } = optionOf({
      ...sampleChart,
      y: { label: 'late', scale: 'log' },
      series: [{ name: 'p50', values: [0, -3, 1000] }],
    });
    expect(yAxis.type).toBe('log');
    expect(series[0]!.data).toEqual([
      [0, null],
      [50, null],
      [100, 1000],
    ]);
    const nothing = { ...sampleChart, y: { label: 'late', scale: 'log' as const } };
    expect(drawChart({ ...nothing, series: [{ name: 'p50', values: [0] }] }, 900)).toBeUndefined();
  });
});

describe('a bar chart', () => {
  const named: Chart = {
    ...sampleChart,
    kind: 'bar',
    x: { label: 'stage', values: ['one', 'two', 'three'] },
  };

  it('lies beside names and grows with their number', () => {
    const { xAxis, yAxis, series } = optionOf(named);
    expect(xAxis).toMatchObject({ type: 'value', name: 'latency, ms' });
    expect(yAxis).toMatchObject({ type: 'category', data: ['one', 'two', 'three'], inverse: true });
    expect(series[0]).toMatchObject({ type: 'bar', data: [5, null, 55] });
    const longer = { ...named, x: { label: 'stage', values: ['a', 'b', 'c', 'd', 'e'] } };
    expect(drawChart(longer, 900)!.height).toBeGreaterThan(drawChart(named, 900)!.height);
  });

  it('begins a decade below its least value where the axis is logarithmic', () => {
    const { xAxis } = optionOf({
      ...named,
      y: { label: 'latency', scale: 'log' },
      series: [{ name: 'p50', values: [0, 10, 300] }],
    });
    expect(xAxis).toMatchObject({ type: 'log', min: 1 });
  });

  it('stands over numbers', () => {
    const { xAxis, yAxis } = optionOf({ ...sampleChart, kind: 'bar' });
    expect(xAxis).toMatchObject({ type: 'category', data: ['0', '50', '100'] });
    expect(yAxis.type).toBe('value');
  });

  it('gives series that never meet the same place', () => {
    expect(optionOf(named).series[0]!.barGap).toBeUndefined();
    const disjoint = {
      ...named,
      series: [
        { name: 'better', values: [1, null, null] },
        { name: 'worse', values: [null, 2, null] },
      ],
    };
    expect(optionOf(disjoint).series[0]!.barGap).toBe('-100%');
  });
});

describe('the renderer', () => {
  it('is absent without its package', () => {
    expect(loadChartRenderer(join(temporaryFolder(), 'package.json'))).toBeNull();
  });

  it('has echarts draw text of the wanted size, and lets go of it', () => {
    const folder = temporaryFolder();
    const echarts = join(folder, 'node_modules/echarts');
    const log = join(folder, 'log');
    mkdirSync(echarts, { recursive: true });
    writeFileSync(
      join(echarts, 'index.js'),
      `const log = (text) => require('node:fs').appendFileSync(${JSON.stringify(log)}, text + ' ');
       exports.init = (element, theme, { renderer, ssr, width, height }) => ({
         setOption: ({ title }) => log(title),
         renderToSVGString: () => [renderer, ssr, width, height].join(),
         dispose: () => log('disposed'),
       });`,
    );
    const render = loadChartRenderer(join(folder, 'package.json'))!;
    expect(render({ width: 900, height: 300, option: { title: 'mine' } })).toBe('svg,true,900,300');
    expect(readFileSync(log, 'utf8')).toBe('mine disposed ');
  });
});
