import { mount } from 'svelte';
import App from './App.svelte';
import { i18n } from './i18n/language.svelte.js';
import { renewal } from './room/renewal.js';
import { isReplaced, isWriting } from './ui/own-page.js';
import { remembered } from './ui/storage.js';
import { pageTheme } from './ui/theme.svelte.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';

const target = document.getElementById('app');

const { hash, pathname } = location;
const hasTicket = () => location.hash.startsWith('#t=');
// A link that is opened in this tab changes only what stands behind the #.
addEventListener('hashchange', () => hasTicket() && location.reload());
if (hasTicket()) {
  // Before anything else: what is in an address is seen, kept and sent around (R28.8).
  history.replaceState(null, '', pathname);
  remembered.ticket = pathname.replace(/\D/g, '') + hash;
  remembered.seat = undefined;
}

// Most often it is only the network.
addEventListener('vite:preloadError', () => void isReplaced().then((is) => is && renewal.missed()));
renewal.isWriting = isWriting;

i18n.whenChosen = (language) => (remembered.language = language);
// Nobody sees it in other colours or without words first.
void Promise.all([pageTheme.show(), i18n.load(remembered.language ?? undefined)]).then(
  () => target && mount(App, { target }),
  // A policy of a proxy may forbid the lines in the head of the page that it comes from.
  () => lost(),
);
