import { mount } from 'svelte';
import App from './App.svelte';
import { i18n } from './i18n/language.svelte.js';
import { pageTheme } from './lib/theme.svelte.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';

const target = document.getElementById('app');
// Nobody sees it in other colours or without words first.
void Promise.all([pageTheme.show(), i18n.load()]).then(() => target && mount(App, { target }));
