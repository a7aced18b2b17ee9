import { describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/index.js';
import { pictureIn } from '../../src/server/desk/pictures/image-file.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

describe('a PNG of many chunks', () => {
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const ofChunks = (count: number): Buffer =>
    Buffer.concat([signature, Buffer.alloc(12 * (count - 1)), Buffer.from('\0\0\0\0IEND1234')]);

  it('R18.1 has 10,000 at most', () => {
    expect(pictureIn(ofChunks(10_000)).format).toBe('png');
    expect(() => pictureIn(ofChunks(10_001))).toThrow('cut off');
  });

  it('R10.9 of 8 MB is refused in a turn of the loop of less than 30 ms', () => {
    const file = ofChunks(limits.IMAGE_FILE_MAX_BYTES / 12);
    const took = Array.from({ length: 5 }, () => {
      const { user } = process.cpuUsage();
      expect(() => pictureIn(file)).toThrow('cut off');
      return (process.cpuUsage().user - user) / 1_000;
    });
    expect(Math.min(...took)).toBeLessThan(pace.allow(30));
  });
});
