import { type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { commentHashOf } from '../../client/comment-api.ts';
import { hydrateWithin, isCommentsHash } from '../../client/hydrate.ts';
import { closeComments, openComments, type PanelRequest } from '../../stores/comments.ts';

export const PANEL_ID = 'comments-panel';

/**
 * Minimum width at which the panel is a rail beside the text; below it is a sheet. Equal to the one in
 * components/article/article.css.
 */
const WIDE = '(width >= 60rem)';

export const isWide = () => matchMedia(WIDE).matches;

/** Hydrates all parts of the comments: button, panel, and the published comments below the article. */
export function hydrateComments(): void {
  document.querySelectorAll('[data-comments]').forEach(hydrateWithin);
}

/**
 * Opens the dialog while there is a request: as a rail beside the text, or as a sheet over it. The URL
 * follows, and the focus returns when it closes. Before the hydration, the browser may have opened the sheet.
 */
export function usePanel(request: PanelRequest | null) {
  const ref = useRef<HTMLDialogElement>(null);
  const isOpen = request !== null;

  useLayoutEffect(() => {
    const dialog = ref.current;
    const openByButton = (event: Event & { command?: string }) => {
      if (event.command !== 'show-modal') return;
      event.preventDefault();
      openComments();
    };
    dialog?.addEventListener('command', openByButton);
    return () => dialog?.removeEventListener('command', openByButton);
  }, []);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    const { activeElement } = document;
    const isElsewhere = activeElement === document.body || dialog.contains(activeElement);
    const opener = isElsewhere
      ? document.querySelector(`[data-comments] [commandfor="${PANEL_ID}"]`)
      : activeElement;
    const open = () => {
      if (isWide()) dialog.open = true;
      else dialog.showModal();
    };
    const changeWidth = () => {
      const focused = document.activeElement;
      dialog.close();
      open();
      if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && dialog.contains(event.target);
      const isNowhere = document.activeElement === document.body;
      if (event.key !== 'Escape' || event.defaultPrevented || !isWide()) return;
      if (isInside || isNowhere) closeComments();
    };
    const wide = matchMedia(WIDE);
    if (!dialog.open) open();
    else if (isWide()) changeWidth();
    wide.addEventListener('change', changeWidth);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      wide.removeEventListener('change', changeWidth);
      document.removeEventListener('keydown', closeOnEscape);
      const hadFocus = dialog.contains(document.activeElement);
      dialog.close();
      leaveHash();
      if (hadFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [isOpen]);

  useEffect(() => {
    if (request) enterHash(commentHashOf(request.at ?? null));
  }, [request]);

  /** Attributes of the dialog element. Events of dialogs inside it bubble in React. */
  return {
    ref,
    // The browser may have opened it.
    suppressHydrationWarning: true,
    onCancel(event: SyntheticEvent) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      closeComments();
    },
    onClose(event: SyntheticEvent) {
      // A browser may close a sheet on its own. During a change between rail and sheet the dialog is already
      // open again.
      if (event.target === ref.current && !ref.current.open) closeComments();
    },
    onClick(event: SyntheticEvent) {
      // The backdrop belongs to the dialog element.
      if (event.target === event.currentTarget && !isWide()) closeComments();
    },
  };
}

/** A sheet is an entry of the history, so that going back closes it. */
function enterHash(hash: string): void {
  if (location.hash === hash) return;
  if (isWide() || isCommentsHash(location.hash)) history.replaceState(history.state, '', hash);
  else history.pushState({ comments: true }, '', hash);
}

function leaveHash(): void {
  if (!isCommentsHash(location.hash)) return;
  const step = history.state as { comments?: boolean } | null;
  if (step?.comments) history.back();
  else history.replaceState(history.state, '', location.pathname + location.search);
}
