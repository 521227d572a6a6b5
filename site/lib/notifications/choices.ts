import type { NotificationKind } from '#contracts/notification.ts';
import { ApiError } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { showToast } from '../toast.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { choose, type Preferences, readPreferences } from './calls.ts';

const names = {
  article: ['New articles', 'while you are subscribed: the bell beside an article'],
  reply: ['Replies', 'to your comments'],
  like: ['Likes', 'of your comments'],
  moderation: ['Decisions', 'about your comments'],
  purchase: ['Purchases', 'new versions of what you have bought'],
  security: ['Security', 'of your account: mails about it always come'],
} as const satisfies Record<NotificationKind, readonly [string, string]>;

/** The choice of what one is told, and how. Each is saved when it is made. */
export function showChoices(place: HTMLElement): void {
  const body = element('tbody');
  const head = ['What', 'Here', 'By mail'].map((words) => element('th', { scope: 'col' }, words));
  const table = element(
    'table',
    { class: 'table told__choices' },
    element('thead', {}, element('tr', {}, ...head)),
    body,
  );
  const trouble = element('div');
  const section = element(
    'section',
    { class: 'told__section', 'aria-labelledby': 'choices-title' },
    element('h2', { id: 'choices-title' }, 'What you are told, and how'),
    trouble,
    table,
  );
  place.append(section);

  async function load(): Promise<void> {
    trouble.replaceChildren();
    try {
      show((await readPreferences()).preferences);
      if (location.hash === '#choices') place.scrollIntoView();
    } catch (error) {
      trouble.replaceChildren(troubleNotice(sentenceOf(error), () => void load()));
    }
  }

  function show(preferences: Preferences): void {
    body.replaceChildren(
      ...preferences.map(({ kind, inSite, byMail }) => {
        const [name, more] = names[kind];
        return element(
          'tr',
          {},
          element('th', { scope: 'row' }, name, element('span', {}, ` ${more}`)),
          cell(kind, 'inSite', inSite, `${name}: here`),
          cell(kind, 'byMail', byMail, `${name}: by mail`),
        );
      }),
    );
  }

  function cell(kind: NotificationKind, way: 'inSite' | 'byMail', on: boolean, label: string) {
    const box = element('input', { type: 'checkbox', 'aria-label': label });
    box.checked = on;
    box.disabled = kind === 'security' && way === 'byMail';
    box.addEventListener('change', async () => {
      const wished = box.checked;
      try {
        await choose({ kind, [way]: wished });
        void showToast({ type: 'SUCCESS', message: 'Saved.' });
      } catch (error) {
        box.checked = !wished;
        void showToast({ type: 'error', message: sentenceOf(error) });
      }
    });
    // The label makes the whole cell one target.
    return element('td', {}, element('label', {}, box));
  }
  void load();
}

const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong here. Please reload the page.';
