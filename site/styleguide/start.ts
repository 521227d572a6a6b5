/** What the style guide runs: states without a mouse, contrast figures, things to try. */
import { showToast } from '../client/show-toast.ts';

/** Classes that stand for a state, so that it can be looked at. */
const states: [RegExp, string][] = [
  [/:hover/g, '.is-hover'],
  [/:focus-visible/g, '.is-focus'],
  [/:active/g, '.is-active'],
];

/** Copies each rule about a state for the class that stands for it. */
function mirrorStates(rules: CSSRuleList, parent: CSSStyleSheet | CSSGroupingRule): void {
  for (let index = rules.length - 1; index >= 0; index -= 1) {
    const rule = rules[index];
    if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) {
      mirrorStates(rule.cssRules, rule);
    } else if (rule instanceof CSSStyleRule) {
      const mirrored = states.reduce(
        (text, [state, name]) => text.replace(state, name),
        rule.selectorText,
      );
      if (mirrored === rule.selectorText) continue;
      parent.insertRule(`${mirrored}{${rule.style.cssText}}`, index + 1);
    }
  }
}

/** Channels from 0 to 1 of a computed colour. */
function channels(color: string): number[] {
  return (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => Number(value) / 255);
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function showContrast(element: HTMLElement): void {
  const { color, backgroundColor } = getComputedStyle(element);
  const [light = 0, dark = 0] = [luminance(color), luminance(backgroundColor)].sort(
    (a, b) => b - a,
  );
  element.dataset.contrast = ((light + 0.05) / (dark + 0.05)).toFixed(2);
  element.textContent = `Aa ${element.dataset.contrast}`;
}

for (const sheet of document.styleSheets) mirrorStates(sheet.cssRules, sheet);
for (const element of document.querySelectorAll<HTMLElement>('[data-contrast]'))
  showContrast(element);
for (const card of document.querySelectorAll('.guide__card--is-hover .card'))
  card.classList.add('is-hover');
for (const link of document.querySelectorAll('.guide__card--is-focus a'))
  link.classList.add('is-focus');
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('button');
  const type = button?.dataset.toast;
  if (type === 'SUCCESS') showToast({ type, message: 'Moved to drafts.' });
  if (type === 'error') showToast({ type, message: 'Not saved. The server cannot be reached.' });
  const dialog = document.getElementById(button?.dataset.opens ?? '');
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
});
