import { useState } from 'react';
import { AskDialog } from '../AskDialog.tsx';
import type { Act } from '../account/use-account.ts';
import { UtcTime } from '../UtcTime.tsx';
import { type CrossPost, callOff, names, sendAgain } from './connection-calls.ts';
import { LinkForm } from './LinkForm.tsx';
import { MediumGuide } from './MediumGuide.tsx';
import { postStates } from './post-states.ts';

interface Props {
  post: CrossPost;
  act: Act;
}

/** One article at one service: what became of it, and what can be done about it. */
export function CrossPostRow({ post, act }: Props) {
  const { _id, article, target, state, attempts, guided } = post;
  const [linking, setLinking] = useState(false);
  const [asked, setAsked] = useState(false);
  const [name, look] = postStates[state];
  const of = <span className="quiet">: {`${article.title} at ${names[target]}`}</span>;
  const again = () => void act(() => sendAgain(_id));
  return (
    <article className="post" aria-labelledby={`post-${_id}`}>
      <p className="meta">
        <span className={`chip ${look}`}>{name}</span>
        <strong>{names[target]}</strong>
        <UtcTime iso={post.sentAt ?? post.createdAt} />
      </p>
      <h3 id={`post-${_id}`} dir="auto">
        <a href={`/admin/blog/edit/${article._id}`}>{article.title}</a>
      </h3>
      <Story post={post} />
      {guided && article.live && <MediumGuide post={post} act={act} />}
      <p className="post__actions">
        {state === 'unknown' && (
          <>
            <Button onClick={() => setLinking(true)}>It was posted: here is the link{of}</Button>
            <Button onClick={() => setAsked(true)}>It was not posted: send again{of}</Button>
          </>
        )}
        {state === 'failed' && (
          <>
            <Button onClick={again}>Try again{of}</Button>
            <Button onClick={() => setLinking(true)}>It is there: give the link{of}</Button>
          </>
        )}
        {state === 'planned' && attempts > 0 && <Button onClick={again}>Try now{of}</Button>}
        {state === 'planned' && (
          <Button onClick={() => void act(() => callOff(_id))}>Call off{of}</Button>
        )}
        {state === 'cancelled' && <Button onClick={again}>Post it after all{of}</Button>}
      </p>
      {linking && (state === 'unknown' || state === 'failed') && (
        <LinkForm post={post} act={act} onClose={() => setLinking(false)} />
      )}
      {asked && (
        <AskDialog
          title={`Send “${article.title}” again?`}
          confirm="Send it again"
          decline="Leave it"
          onClose={() => setAsked(false)}
          onConfirm={again}
        >
          Nobody but you knows whether it is at {names[target]}. Please look at your profile there
          first: sent again, it might stand there twice.
        </AskDialog>
      )}
    </article>
  );
}

function Button(props: { onClick(): void; children: React.ReactNode }) {
  return (
    <button type="button" className="button button--small" onClick={props.onClick}>
      {props.children}
    </button>
  );
}

/** What became of it, in a sentence, with the link and the reason. */
function Story({ post }: Pick<Props, 'post'>) {
  const { state, attempts, article, url, reason, nextAt, guided } = post;
  const tried = attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`;
  const planned = guided
    ? 'Waits for you to import it.'
    : attempts > 0
      ? tried
      : nextAt !== null
        ? 'It leaves in a moment.'
        : 'Waits for its turn.';
  const sentences = {
    planned: article.state === 'live' ? planned : 'It leaves once the article is live.',
    sending: 'It is being posted.',
    sent: null,
    failed: `${tried} It is not there.`,
    unknown:
      nextAt !== null
        ? 'The connection was lost. In a moment it is looked for over there.'
        : 'Nobody knows whether it is there. It is not sent again unless you say so.',
    cancelled: 'It was called off before it was posted.',
  };
  return (
    <div className="post__story">
      {sentences[state] !== null && (
        <p>
          {sentences[state]}
          {state === 'planned' && nextAt !== null && attempts > 0 && (
            <>
              {' '}
              Next try: <UtcTime iso={nextAt} />
            </>
          )}
        </p>
      )}
      {url !== null && (
        <p className="post__link">
          <a href={url} rel="noreferrer">
            {url.replace(/^https?:\/\/(www\.)?/, '')}
          </a>
        </p>
      )}
      {reason !== null && <p className="post__reason">{reason}</p>}
    </div>
  );
}
