/** Addresses in settings: pages that the operator links to, and pages that may show ours in a frame. */
import { z } from 'zod';
import { LEGAL_PAGES, type LegalUrls } from '../../../protocol/http.js';

const MOST_URL = 500;
const MOST_ORIGINS = 20;
/** As browsers take it in `frame-ancestors`; a star stands for names below one. */
const FRAME_ORIGIN = /^https?:\/\/(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i;

export const splitList = (text: string): string[] =>
  text.split(',').flatMap((item) => item.trim() || []);

const isLegalPage = (name: string): name is keyof LegalUrls =>
  (LEGAL_PAGES as readonly string[]).includes(name);

/** A page, or for the contact a mail address, too: the scheme decides what a click does. */
function isLinkTo(name: keyof LegalUrls, url: string): boolean {
  if (url.length > MOST_URL || !URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return /^https?:$/.test(protocol) || (name === 'contact' && protocol === 'mailto:');
}

/** `imprint=https://…,privacy=https://…`: each page at most once. */
export const legalUrls = z
  .string()
  .default('')
  .transform((text, context) => {
    const urls: LegalUrls = {};
    for (const item of splitList(text)) {
      const at = item.indexOf('=');
      const [name, url] = [item.slice(0, at), item.slice(at + 1)];
      if (!isLegalPage(name))
        context.addIssue(`"${item}" does not begin with one of ${LEGAL_PAGES.join('=, ')}=`);
      else if (urls[name] !== undefined) context.addIssue(`${name} is there twice`);
      else if (!isLinkTo(name, url))
        context.addIssue(
          `${name} needs an address with http:// or https:// (contact also mailto:), a comma in it as %2C`,
        );
      else urls[name] = url;
    }
    return urls;
  });

export const frameOrigins = z
  .string()
  .default('')
  .transform((text, context) => {
    const origins = splitList(text);
    if (origins.length > MOST_ORIGINS) context.addIssue(`more than ${MOST_ORIGINS} origins`);
    for (const origin of origins)
      if (!FRAME_ORIGIN.test(origin))
        context.addIssue(
          `"${origin}" is no origin, as https://example.org or https://*.example.org`,
        );
    return origins;
  });
