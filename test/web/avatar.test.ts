import { describe, expect, it } from 'vitest';
import { avatarFor } from '../../src/web/ui/avatar.js';

describe('avatars', () => {
  it('are the same everywhere for a slot', () => {
    expect(avatarFor(17)).toEqual(avatarFor(17));
  });

  it('tell a hall of 500 apart by emoji and ground', () => {
    const looks = new Set(
      Array.from({ length: 500 }, (_, slot) => JSON.stringify(avatarFor(slot))),
    );
    expect(looks.size).toBe(500);
  });
});
