/** What the chart of a question shows, by its floor. */
import type { ReportQuestion } from '../../protocol/results.js';
import { hasValues, KINDS } from '../../protocol/question.js';
import { HEAT_CELLS } from '../../protocol/limits.js';
import { STEPS } from '../../protocol/position.js';
import { paint } from '../ui/palette.js';
import type { ResultsWords } from '../../i18n/made/types.js';
import { deskImageUrl } from '../desk/desk-image.js';
import type { QuestionFigures } from './figures.js';
import { valueText } from './value-text.js';

export interface BarPicture {
  url: string;
  alt: string;
}

export interface Bar {
  label: string;
  count: number;
  isRight: boolean;
  /** The picture of the choice, for who may look at it. */
  picture?: BarPicture | undefined;
}

const BAR_HEIGHT = 34;
/** A bar with a picture is higher; in px, as the picture. */
const PICTURE_HEIGHT = 48;
const PICTURE_SIDE = 40;
const HISTOGRAM_HEIGHT = 200;
const CELLS = 20;
/** A heat lets the map below it through. */
const OVER_PICTURE = 0.75;

/** One for each choice, or each value on which somebody stood. */
export function barsOf({ question, answers }: QuestionFigures, t: ResultsWords['results']): Bar[] {
  const { summary, rights } = question;
  const bar = (value: number, count: number): Bar => {
    const [label, isRight] = [valueText(question, value, t), rights.includes(value)];
    return { label, count, isRight, picture: pictureOf(question, value) };
  };
  if (summary === null) return [];
  if (!hasValues(summary)) return summary.counts.map((count, i) => bar(i + 1, count));
  const values = [...new Set(answers.map(([, value]) => value))].sort((a, b) => a - b);
  return values.map((value) => bar(value, answers.filter((one) => one[1] === value).length));
}

/** A report by a link tells no ids of pictures (R17.6). */
function pictureOf({ shown }: ReportQuestion, value: number): BarPicture | undefined {
  const image = shown?.choiceList.find(({ order }) => order === value)?.image;
  if (image === undefined || image.id === '') return undefined;
  return { url: deskImageUrl(image.id, 'square'), alt: image.alt };
}

export interface Drawing {
  height: number;
  option: Record<string, unknown>;
}

export function drawBars(question: ReportQuestion, bars: readonly Bar[]): Drawing {
  const text = paint('ink');
  const data = bars.map(({ count, isRight }) => {
    return { value: count, itemStyle: { color: paint(isRight ? 'pine' : 'line-strong') } };
  });
  const names = {
    type: 'category',
    data: bars.map(({ label }) => label),
    axisTick: { show: false },
    axisLabel: { color: text, fontSize: 13, width: 150, overflow: 'truncate', ...pictured(bars) },
  };
  const counts = { type: 'value', minInterval: 1, axisLabel: { color: text } };
  const series = [
    { type: 'bar', data, barMaxWidth: 26, label: { show: true, position: 'right', color: text } },
  ];
  const isHistogram = KINDS[question.kind].floor === 'ruler';
  const base = { animation: false, textStyle: { fontFamily: 'inherit' } };
  if (isHistogram)
    return {
      height: HISTOGRAM_HEIGHT,
      option: {
        ...base,
        grid: { left: 34, right: 10, top: 20, bottom: 26 },
        xAxis: names,
        yAxis: counts,
        series: series.map((one) => ({ ...one, label: { ...one.label, position: 'top' } })),
      },
    };
  return {
    height: bars.length * (hasPictures(bars) ? PICTURE_HEIGHT : BAR_HEIGHT) + 10,
    option: {
      ...base,
      grid: { left: 164, right: 34, top: 4, bottom: 4 },
      xAxis: { ...counts, show: false },
      yAxis: { ...names, inverse: true },
      series,
    },
  };
}

const hasPictures = (bars: readonly Bar[]): boolean =>
  bars.some(({ picture }) => picture !== undefined);

/** Labels with the picture of the choice behind its text. */
function pictured(bars: readonly Bar[]): object {
  if (!hasPictures(bars)) return {};
  const rich: Record<string, object> = {
    text: { width: 96, overflow: 'truncate', align: 'right' },
  };
  for (const [n, { picture }] of bars.entries()) {
    const ground = picture && { backgroundColor: { image: picture.url } };
    rich[`p${n}`] = { width: PICTURE_SIDE, height: PICTURE_SIDE, ...ground };
  }
  // Braces would begin a style.
  const formatter = (label: string, n: number): string =>
    `{text|${label.replace(/[{}|]/g, ' ')}}  {p${n}|}`;
  return { formatter, rich };
}

const FLOOR_BASE = {
  animation: false,
  grid: { left: 1, right: 1, top: 1, bottom: 1, show: true },
};

/** Where people stood at the bell; on a picture each of them, but on a map no more than links may tell. */
export function drawFloor({ question, answers }: QuestionFigures): Drawing['option'] {
  const { summary } = question;
  const axis = { show: false, min: 0, max: STEPS };
  if (summary !== null && 'stood' in summary && summary.stood)
    return heatOn(HEAT_CELLS, new Map(summary.stood.heat), OVER_PICTURE);
  if (KINDS[question.kind].floor === 'picture')
    return {
      ...FLOOR_BASE,
      xAxis: { ...axis, type: 'value' },
      yAxis: { ...axis, type: 'value', inverse: true },
      series: [
        {
          type: 'scatter',
          symbolSize: 7,
          data: answers.map(([, , , , right, , x, y]) => {
            return { value: [x, y], itemStyle: { color: paint(right ? 'pine' : 'clay') } };
          }),
        },
      ],
    };
  return heatOn(CELLS, countsIn(answers));
}

function countsIn(answers: QuestionFigures['answers']): Map<number, number> {
  const counts = new Map<number, number>();
  const cell = (at: number): number => Math.min(Math.floor((at * CELLS) / STEPS), CELLS - 1);
  for (const [, , , , , , x, y] of answers) {
    const place = cell(y) * CELLS + cell(x);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}

/** How many stood in each cell of the floor, by its number from the top left. */
function heatOn(side: number, counts: ReadonlyMap<number, number>, opacity = 1): Drawing['option'] {
  const cells = { show: false, type: 'category', data: Array.from({ length: side }, (_, i) => i) };
  return {
    ...FLOOR_BASE,
    xAxis: cells,
    yAxis: { ...cells, inverse: true },
    visualMap: {
      show: false,
      min: 0,
      max: Math.max(1, ...counts.values()),
      inRange: { color: ['clay-tint', 'clay', 'bad-ink'].map(paint) },
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { opacity },
        data: [...counts].map(([place, count]) => [place % side, Math.floor(place / side), count]),
      },
    ],
  };
}
