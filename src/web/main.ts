import { mount } from 'svelte';
import App from './App.svelte';
import { i18n } from './i18n/language.svelte.js';
import { remembered } from './ui/storage.js';
import { pageTheme } from './ui/theme.svelte.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';

const target = document.getElementById('app');

/** Without the words of any language. */
function offerReload(): void {
  const button = document.createElement('button');
  button.className = 'button primary';
  button.textContent = '다시 불러오기 · Reload';
  button.addEventListener('click', () => location.reload());
  target?.setAttribute('role', 'alert');
  target?.append('페이지를 다 불러오지 못했어요. This page has not loaded completely. ', button);
}

i18n.whenChosen = (language) => (remembered.language = language);
// Nobody sees it in other colours or without words first.
void Promise.all([pageTheme.show(), i18n.load(remembered.language)]).then(
  () => target && mount(App, { target }),
  offerReload,
);
