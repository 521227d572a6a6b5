import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect } from 'react';
import { $comments, $commentsPanel, closeComments, openComments } from '../../stores/comments.ts';
import { Icon } from '../ui/Icon.tsx';
import { dialogCommand } from '../ui/use-dialog.ts';
import { hydrateComments, isWide, PANEL_ID } from './use-panel.ts';

interface Props {
  /** Number of public comments at the time of publication. */
  published: number;
}

/** Opens and closes the comments of an article. The browser opens the sheet before the island is loaded. */
export function CommentsButton({ published }: Props) {
  const isOpen = useStore($commentsPanel, { ssr: 'initial' }) !== null;
  useEffect(hydrateComments, []);

  function press(event: MouseEvent<HTMLButtonElement>) {
    // The panel beside the text is not modal.
    const isNative = 'commandForElement' in event.currentTarget && !isWide();
    if (isNative) return;
    event.preventDefault();
    // Again, in case that the panel could not be loaded.
    hydrateComments();
    if (isOpen) closeComments();
    else openComments();
  }

  return (
    <button
      className="article-bar__item needs-script"
      type="button"
      {...dialogCommand('show-modal', PANEL_ID)}
      aria-expanded={isOpen}
      onClick={press}
    >
      <Icon name="comments" />
      <span>
        <span className="article-bar__name">Responses</span> (
        <CommentCount published={published} />)
      </span>
    </button>
  );
}

/** Opens the comments and moves the focus to the field. */
export function WriteButton() {
  useEffect(hydrateComments, []);

  function press() {
    hydrateComments();
    openComments({ write: true });
  }

  return (
    <button className="button" type="button" onClick={press}>
      Write a comment
    </button>
  );
}

/** Number of public comments. */
export function CommentCount({ published }: Props) {
  const { count } = useStore($comments, { ssr: 'initial' });
  return (count ?? published).toLocaleString('en');
}
