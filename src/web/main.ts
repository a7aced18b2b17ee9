import { mount } from 'svelte';
import App from './App.svelte';
import { pageTheme } from './lib/theme.svelte.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';

const target = document.getElementById('app');
// Nobody sees it in other colours first.
void pageTheme.show().then(() => target && mount(App, { target }));
