import { expect, it } from 'vitest';
import { directionOf } from '../../src/web/i18n/direction.js';

it('turns pages in languages that are written from right to left', () => {
  expect(['ar', 'ar-EG', 'he', 'fa', 'ur-PK'].map(directionOf)).toEqual(Array(5).fill('rtl'));
  expect(['ko', 'en', 'ja', 'zh-Hans', 'arn'].map(directionOf)).toEqual(Array(5).fill('ltr'));
});
