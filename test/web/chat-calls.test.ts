import { describe, expect, it } from 'vitest';
import { mentions } from '../../src/web/room/chat-calls.js';

describe('R8.8 a message names somebody', () => {
  it.each([
    ['@Dana look', 'Dana'],
    ['dana, come here', 'Dana'],
    ['where is DANA?', 'dana'],
    ['민지야 이리 와', '민지'],
    ['(민지)는 어디?', '민지'],
    ['hey @나', '나'],
    ['is C++ (1.5) here?', 'C++ (1.5)'],
    ['dana and Dana2', 'Dana2'],
  ])('%s: %s', (message, name) => expect(mentions(message, name)).toBe(true));

  it.each([
    ['Danae is here', 'Dana'],
    ['Dana2 is here', 'Dana'],
    ['bandana', 'Dana'],
    ['나도 몰라', '나'],
    ['안녕하세요', '녕하'],
    ['whatever', ''],
  ])('%s: not %s', (message, name) => expect(mentions(message, name)).toBe(false));
});
