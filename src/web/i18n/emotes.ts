/** What the reactions are called, in the order of `EMOTES`; loaded when somebody opens them. */
export const emoteWords = {
  ko: ['좋아요', '하트', '웃겨요', '놀라워요', '박수', '축하해요'],
  en: ['Thumbs up', 'Heart', 'Laughing', 'Wow', 'Applause', 'Party'],
} as const;
