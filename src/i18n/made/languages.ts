// Made by scripts/lib/words.mjs of the catalogues in src/i18n.
/** Languages of the pages, the source first; the last one is the pseudo-language, which no menu offers. */
export const LANGUAGES = ["en","ko","en-XA"] as const;
export type Language = (typeof LANGUAGES)[number];
/** By their own names, as a menu offers them. */
export const LANGUAGE_NAMES = {"en":"English","ko":"한국어"} as const;
/** Those whose texts a speaker has read. */
export const REVIEWED: readonly string[] = ["en","ko"];
