import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { CommentList } from '#contracts/comment.ts';
import { addStyles } from '../../client/add-styles.ts';
import { commentInHash } from '../../client/comment-api.ts';
import { hydrateComments, isCommentsHash } from '../../client/hydrate.ts';
import { followUrl } from '../../client/page-events.ts';
import {
  $comments,
  $commentsPanel,
  changeComments,
  closeComments,
  openComments,
} from '../../stores/comments.ts';
import { Icon } from '../ui/Icon.tsx';
import { CommentsPanel } from './CommentsPanel.tsx';
import styles from './comment-thread.css?inline';
import { isWide } from './use-panel.ts';

addStyles(styles);

interface Props {
  /** _id of the article. */
  article: string;
  /** Number of public comments at the time of publication. */
  count: number;
  /** Whether guests can comment. */
  writing: CommentList['writing'];
}

/** Opens and closes the comments of an article. */
export function CommentsButton({ article, count: published, writing }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useStore($commentsPanel, { ssr: 'initial' }) !== null;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const { count } = useStore($comments, { ssr: 'initial' });
  const isLoaded = count !== null;

  useEffect(() => {
    changeComments({ article, guestWriting: writing });
    return followUrl(() => {
      const { hash } = location;
      if (isCommentsHash(hash)) openComments({ at: commentInHash(hash) });
      // The panel beside the text stays open while the visitor moves to another part of the article.
      else if (!isWide()) closeComments();
    });
  }, [article, writing]);
  // The count below the article follows this one.
  useEffect(() => {
    if (isLoaded) hydrateComments();
  }, [isLoaded]);

  return (
    <>
      <button
        className="article-bar__item needs-script"
        type="button"
        aria-expanded={isOpen}
        aria-controls={wasOpen ? 'responses-panel' : undefined}
        ref={button}
        onClick={() => (isOpen ? closeComments() : openComments())}
      >
        <Icon name="responses" />
        <span>
          <span className="article-bar__name">Responses</span> (
          {(count ?? published).toLocaleString('en')})
        </span>
      </button>
      {wasOpen &&
        createPortal(
          <CommentsPanel button={button} />,
          document.querySelector('.beside-text') ?? document.body,
        )}
    </>
  );
}

/** Opens the comments and moves the focus to the field. */
export function WriteButton() {
  // The panel is in another island.
  useEffect(hydrateComments, []);
  return (
    <button className="button" type="button" onClick={() => openComments({ write: true })}>
      Write a comment
    </button>
  );
}

/**
 * Number of public comments.
 * @param published number at the time of publication
 */
export function CommentCount({ published }: { published: number }) {
  const { count } = useStore($comments, { ssr: 'initial' });
  return (count ?? published).toLocaleString('en');
}
