/** What the server makes of texts, in one part that comes after the page. */
export { cleanName } from '../../protocol/name.js';
export { cleanText } from '../../protocol/text.js';
