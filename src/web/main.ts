import { mount } from 'svelte';
import App from './App.svelte';
import { i18n } from './i18n/language.svelte.js';
import { renewal } from './room/renewal.js';
import { remembered } from './ui/storage.js';
import { pageTheme } from './ui/theme.svelte.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';

const target = document.getElementById('app');

// A part of this page is gone with the version of the server that it is of.
addEventListener('vite:preloadError', () => renewal.try(true));

i18n.whenChosen = (language) => (remembered.language = language);
// Nobody sees it in other colours or without words first.
void Promise.all([pageTheme.show(), i18n.load(remembered.language)]).then(
  () => target && mount(App, { target }),
  lost,
);
