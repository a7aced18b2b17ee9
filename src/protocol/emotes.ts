/** The emotes that players show over their avatars with one tap (R22); the wire tells its index. */
export const EMOTES = ['👍', '❤️', '😂', '😮', '👏', '🎉'] as const;

/** Somebody shows `EMOTES[emote]`. */
export interface ShownEmote {
  playerId: string;
  emote: number;
}

/** The same between servers, and packed into compact frames. */
export interface SlotEmote {
  slot: number;
  emote: number;
}
