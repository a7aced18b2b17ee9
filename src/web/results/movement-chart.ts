/** How the shares of zones went through a question, one above the other. */
import type { ReportQuestion } from '../../protocol/results.js';
import { paint, zonePaint } from '../ui/palette.js';
import type { ResultsWords } from '../../i18n/made/types.js';
import type { Drawing } from './question-chart.js';
import { sharesOf } from './shares.js';
import { valueText } from './value-text.js';

const HEIGHT = 220;

/** Null where nothing is known, or the kind has no zones. */
export function drawMovement(question: ReportQuestion, t: ResultsWords['results']): Drawing | null {
  const { movement, choices, rights, shown } = question;
  if (shown === null || !movement?.counts) return null;
  const { everyMs, counts } = movement;
  const text = paint('ink');
  const noOpinion = { floor: paint('earth'), badge: paint('line-strong') };
  const series = sharesOf(counts).map((shares, i) => {
    const value = i + 1;
    const { floor, badge } = value > choices ? noOpinion : zonePaint(value);
    return {
      name: `${rights.includes(value) ? '✓ ' : ''}${valueText(question, value, t)}`,
      type: 'line',
      stack: 'all',
      symbol: 'none',
      lineStyle: { width: 1, color: badge },
      itemStyle: { color: badge },
      areaStyle: { color: floor, opacity: 1 },
      data: shares.map((share, n) => [(n * everyMs) / 1000, share]),
    };
  });
  const lastS = ((counts.length - 1) * everyMs) / 1000;
  return {
    height: HEIGHT,
    option: {
      animation: false,
      textStyle: { fontFamily: 'inherit' },
      grid: { left: 44, right: 14, top: 40, bottom: 26 },
      legend: {
        type: 'scroll',
        top: 0,
        textStyle: { color: text, width: 130, overflow: 'truncate' },
      },
      xAxis: { type: 'value', max: lastS, axisLabel: { color: text, formatter: '{value} s' } },
      yAxis: { type: 'value', max: 100, axisLabel: { color: text, formatter: '{value} %' } },
      series,
    },
  };
}
