import styles from '../../styles/responses.css?url';
import { loadStyles } from '../load-styles.ts';
import { element, icon } from '../search/elements.ts';
import { hashOf, isResponsesHash } from './address.ts';
import { Conversation } from './conversation.ts';

const CROSS = 'm6 6 12 12M18 6 6 18';

/** From here on there is a rail beside the text; below, the panel is a sheet. As in article.css. */
const wide = matchMedia('(width >= 60rem)');

/** What somebody opens the panel for. */
export interface Wish {
  /** _id of the response to show. */
  at?: string | null;
  /** To write at once. */
  write?: boolean;
  /** Closes a panel that is open. */
  toggle?: boolean;
}

let panel: ReturnType<typeof build> | undefined;

/**
 * Opens the panel beside the text, or as a sheet over it; closing leaves the page as it was.
 * @param button the control of the article that says whether the panel is open
 */
export async function showPanel(button: HTMLElement, wish: Wish): Promise<void> {
  await loadStyles(styles);
  panel ??= build(button);
  panel.show(wish);
}

function build(button: HTMLElement) {
  const title = element('h2', { id: 'responses-title', tabindex: '-1' }, 'Responses');
  const close = element(
    'button',
    { class: 'icon-button', type: 'button', 'aria-label': 'Close responses' },
    icon(CROSS),
  );
  const body = element('div', { class: 'responses__body' });
  const dialog = element(
    'dialog',
    { class: 'responses', id: 'responses-panel', 'aria-labelledby': title.id, lang: 'en' },
    ...[element('header', { class: 'responses__head' }, title, close), body],
  );
  (document.querySelector('.beside-text') ?? document.body).append(dialog);
  button.setAttribute('aria-controls', dialog.id);

  let opened = false;
  /** Where the focus was before. */
  let before: Element | null = null;
  let conversation: Conversation | undefined;

  const place = () => {
    // In the rail it stands beside everything else; as a sheet it is all there is.
    if (wide.matches) dialog.open = true;
    else dialog.showModal();
  };
  const shut = () => {
    if (!opened) return;
    opened = false;
    const focused = dialog.contains(document.activeElement) || document.activeElement === dialog;
    dialog.close();
    button.setAttribute('aria-expanded', 'false');
    conversation?.rest();
    leaveAddress();
    if (focused) (before instanceof HTMLElement ? before : button).focus({ preventScroll: true });
  };
  const show = ({ at = null, write = false, toggle = false }: Wish) => {
    if (opened && toggle) return shut();
    if (!opened) {
      opened = true;
      before = document.activeElement === document.body ? button : document.activeElement;
      button.setAttribute('aria-expanded', 'true');
      place();
      conversation ??= new Conversation({ body, title, article: articleOf(button) });
      conversation.wake();
    }
    enterAddress(hashOf(at));
    if (write) void conversation?.write();
    else if (at) void conversation?.showComment(at);
    else title.focus({ preventScroll: true });
  };

  close.addEventListener('click', shut);
  dialog.addEventListener('cancel', (event) => {
    // Of the sheet itself, not of a dialog that asks something inside it.
    if (event.target !== dialog) return;
    event.preventDefault();
    shut();
  });
  // A browser may close a sheet by itself; between rail and sheet it is open again by then.
  dialog.addEventListener('close', (event) => {
    if (event.target === dialog && !dialog.open) shut();
  });
  dialog.addEventListener('click', (event) => {
    // What is outside the sheet is its backdrop.
    if (event.target === dialog && !wide.matches) shut();
  });
  document.addEventListener('keydown', (event) => {
    const inside = event.target instanceof Node && dialog.contains(event.target);
    const nowhere = document.activeElement === document.body;
    if (event.key !== 'Escape' || event.defaultPrevented || !opened || !wide.matches) return;
    if (inside || nowhere) shut();
  });
  wide.addEventListener('change', () => {
    if (!opened) return;
    const focused = document.activeElement;
    dialog.close();
    place();
    if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
  });
  // Beside the text the panel stays while somebody follows a link to another part of it.
  addEventListener('popstate', () => {
    if (!wide.matches && !isResponsesHash(location.hash)) shut();
  });
  return { show };
}

function articleOf(button: HTMLElement) {
  const slug = document.querySelector<HTMLElement>('[data-article]')?.dataset.article ?? '';
  return { id: button.dataset.responses ?? '', slug };
}

/** As a sheet it is a step of its own, so that going back closes it. */
function enterAddress(hash: string): void {
  if (location.hash === hash) return;
  if (wide.matches || isResponsesHash(location.hash)) {
    history.replaceState(history.state, '', hash);
  } else history.pushState({ responses: true }, '', hash);
}

function leaveAddress(): void {
  if (!isResponsesHash(location.hash)) return;
  const step = history.state as { responses?: boolean } | null;
  if (step?.responses) history.back();
  else history.replaceState(history.state, '', location.pathname + location.search);
}
