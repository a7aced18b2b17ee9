import { expect, it } from 'vitest';
import { fittingSeconds } from '../../src/web/desk/edit/fitting-seconds.js';
import { newQuestion } from '../../src/web/desk/edit/new-question.js';

const image = { id: 'a'.repeat(64), alt: '' };

it('R15.25 proposes seconds by the length, the script and the kind of a question', () => {
  const choice = { ...newQuestion('choice'), quiz: 'Which planet is the largest?' };
  expect(fittingSeconds(choice)).toBe(15);
  expect(fittingSeconds({ ...choice, quiz: 'x'.repeat(220) })).toBe(30);
  expect(fittingSeconds({ ...choice, quiz: '가'.repeat(110) })).toBe(30);
  expect(fittingSeconds({ ...choice, image })).toBe(20);
  expect(fittingSeconds({ ...newQuestion('ox'), quiz: 'True?' })).toBe(10);
  expect(fittingSeconds({ ...choice, quiz: 'x'.repeat(2_000) })).toBe(120);
  expect(newQuestion('ox').limitTime).toBe(10);
});
