import { expect, it } from 'vitest';
import { altFromName } from '../../src/web/desk/alt-from-name.js';

it.each([
  ['red-fox_in_snow.jpg', 'red fox in snow'],
  ['경복궁 정문.png', '경복궁 정문'],
  ['photo of a cat.webp', 'photo of a cat'],
  ['IMG_1234.JPG', ''],
  ['PXL_20260101_101112.jpg', ''],
  ['KakaoTalk_20260101.png', ''],
  ['Screenshot 2026-01-01.png', ''],
  ['image (3).png', ''],
  ['사진 2.jpg', ''],
  ['3fa9c0de.png', ''],
  ['the-blue-sky.jpg', ''],
  ['', ''],
])('R18.5 takes from the file name %j the words %j', (name, alt) => {
  expect(altFromName(name, ['blue'])).toBe(alt);
});
