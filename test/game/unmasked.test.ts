import { describe, expect, it } from 'vitest';
import { ChatLog, emptied, unmasked, type StoredChat } from '../../src/game/chat-log.js';
import { unmaskedPayload } from '../../src/game/unmasked.js';
import { EPOCH } from '../support/game-data.js';

const said = (ghostId: number, livingId: number | null): StoredChat => ({
  ghostId,
  livingId,
  playerId: 'p',
  playerName: 'P',
  message: '***',
  original: `said ${ghostId}`,
  timestamp: EPOCH,
});

/** One by the living, one by a ghost. */
function aLog(): { chat: ChatLog; all: StoredChat[] } {
  const all = [said(1, 1), said(2, null)];
  return { chat: new ChatLog(all), all };
}

describe('R8.7 what is unmasked', () => {
  it('is what was said, without a trace of the mask, and nothing once it is empty', () => {
    const { original, ...rest } = said(1, 1);
    expect(unmasked(said(1, 1))).toEqual({ ...rest, message: original });
    expect(unmasked(rest)).toEqual(rest);
    expect(emptied(said(1, 1))).toEqual({ ...rest, playerName: '', message: '' });
  });

  it('R7.1 tells the living nothing of what ghosts said', () => {
    const { chat, all } = aLog();
    chat.unmask(all);
    const [heard, byGhost] = [
      { living: 1, ghosts: 1, message: 'said 1' },
      { living: null, ghosts: 2, message: 'said 2' },
    ];
    expect(unmaskedPayload(chat, all, 'ghosts', true).messages).toEqual([heard, byGhost]);
    expect(unmaskedPayload(chat, all, 'living', true).messages).toEqual([
      { ...heard, ghosts: null },
    ]);
    expect(unmaskedPayload(chat, all, 'living', false).messages).toEqual([heard]);
    expect([chat.masked('living'), chat.masked('ghosts')]).toEqual([[], []]);
  });

  it('is not told of messages that were deleted', () => {
    const { chat, all } = aLog();
    chat.unmask(all);
    chat.delete([all[0]!]);
    expect(unmaskedPayload(chat, [all[0]!], 'living', false).messages).toEqual([]);
  });
});
