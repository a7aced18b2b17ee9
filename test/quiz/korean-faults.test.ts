import { describe, expect, it } from 'vitest';
import { refusalIn } from './faults.js';

const csv = (...rows: string[]): string => ['문제,정답,보기1,보기2,보기3,시간', ...rows].join('\n');

/** That every fault has Korean words is checked by `refusal`; these are the ones with several values. */
describe('what a Korean page tells of a file', () => {
  it.each([
    ['이 값이면?,2,4,3,2,', '정답: "2"만으로는 보기 2의 번호인지 보기 3의 내용인지'],
    ['빈칸?,1,가,,다,', '보기 2: 비어 있는데 보기 3에는 내용이 있어요'],
    ['번호?,9,가,나,,', '정답: "9" 값은 1~2 사이의 번호도'],
    ['정답?,,가,나,,', '정답: 비어 있어요'],
    ['몇 초?,1,가,나,,121', '시간(초): 3~120 사이의'],
    ['하나?,1,가,,,', '보기: 2~10개여야'],
    [`${'가'.repeat(301)},1,가,나,,`, '문제 내용: 300자보다'],
    ['처음?,2,나,가,,', '2행과 같은 문제예요'],
  ])('%s', (row, message) => {
    const { rows } = refusalIn('ko', csv('처음?,1,가,나,,', row), 'csv');
    expect(rows).toEqual([{ row: 3, message: expect.stringContaining(message) }]);
  });

  it('says what a question may be worth', () => {
    const text = '문제,정답,보기1,보기2,배점\n몇 점?,1,가,나,10';
    const { rows } = refusalIn('ko', text, 'csv');
    expect(rows).toEqual([
      { row: 2, message: '배점: 0(재미로), 1, 2(점수 두 배) 중 하나여야 해요' },
    ]);
  });

  it('names columns as a Korean spreadsheet has them', () => {
    const { rows } = refusalIn('ko', '문제,질문,보기1,뜻\n뭐?,뭐?,가,나', 'csv');
    expect(rows.map(({ message }) => message)).toEqual([
      expect.stringContaining('문제 열이 두 개'),
      expect.stringContaining('"뜻" 열을 알아볼 수 없어요: 열 이름은 문제, 정답, 보기1~보기10'),
      expect.stringContaining('정답 열이 없어요'),
      expect.stringContaining('보기2 열이 없어요'),
    ]);
  });

  it('counts what it does not say', () => {
    const bad = (count: number): string =>
      csv(...Array.from({ length: count }, (_, n) => `Q${n}?,,가,나,,`));
    const message = (count: number): string => refusalIn('ko', bad(count), 'csv').message;
    expect(message(1)).toBe('2행: 정답: 비어 있어요');
    expect(message(3)).toBe('2행: 정답: 비어 있어요 (이 밖에도 2곳이 더 있어요)');
    expect(message(20)).toBe('2행: 정답: 비어 있어요 (이 밖에도 19곳 이상 더 있어요)');
  });

  it('names the questions of JSON and the line of a mistake in it', () => {
    const question = { quiz: '뭐?', choices: ['가', '나'], answer: 1 };
    const json = JSON.stringify({ questions: [question, question] });
    expect(refusalIn('ko', json, 'json').message).toBe('2번 문제: 1번 문제와 같아요');
    expect(refusalIn('ko', '{\n  "title" 1\n}', 'json').message).toContain('2번째 줄');
  });
});
