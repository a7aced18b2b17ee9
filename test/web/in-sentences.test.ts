import { expect, it } from 'vitest';
import { inSentences } from '../../src/web/stage/in-sentences.js';

it('doubles no sign at the end of a sentence, in any language', () => {
  expect(inSentences('Right!', '+250 points', 'Correct: 42 km (±1)', 'It was counted.')).toBe(
    'Right! +250 points. Correct: 42 km (±1). It was counted.',
  );
  expect(inSentences('Dein Platz 1.', '332 Punkte')).toBe('Dein Platz 1. 332 Punkte');
  expect(inSentences('어디에서 태어났나요?', '남들은 안 보여요')).toBe(
    '어디에서 태어났나요? 남들은 안 보여요',
  );
  expect(inSentences('正解です。', '+250点', '1位')).toBe('正解です。 +250点. 1位');
});
