import type { ServerWords } from './types.js';
import type { Language } from './languages.js';
export declare const serverWords: Record<Language, ServerWords>;
