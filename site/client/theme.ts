import { writeStored } from './storage.ts';

/** The light/dark switch. before-first-paint.js sets the initial theme. */
const root = document.documentElement;
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function isDark(): boolean {
  return root.dataset.theme ? root.dataset.theme === 'dark' : systemIsDark.matches;
}

function show(): void {
  const dark = isDark();
  for (const button of document.querySelectorAll('[data-theme-toggle]')) {
    button.setAttribute('aria-pressed', String(dark));
  }
  // Two meta elements follow the theme of the system; a selected theme overrides both.
  if (!root.dataset.theme) return;
  const backgroundColor = getComputedStyle(document.body).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', backgroundColor);
  }
}

export function startTheme(): void {
  show();
  systemIsDark.addEventListener('change', show);
  addEventListener('storage', (event) => {
    if (event.key !== 'theme') return;
    if (event.newValue === 'light' || event.newValue === 'dark') {
      root.dataset.theme = event.newValue;
    } else {
      delete root.dataset.theme;
    }
    show();
  });
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-toggle]')) return;
    const theme = isDark() ? 'light' : 'dark';
    root.dataset.theme = theme;
    writeStored('theme', theme);
    show();
  });
}
