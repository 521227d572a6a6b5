import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import {
  type CrossPost,
  cancelPost,
  names,
  postStates,
  retryPost,
  setPostLink,
} from '../../client/connection-api.ts';
import { copyWithToast } from '../ui/copy-with-toast.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { Field } from '../ui/Field.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useFocusFallbackWithin } from '../ui/use-focus-fallback.ts';
import { useForm } from '../ui/use-form.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';

interface LinkFormProps {
  post: CrossPost;
  runAction: RunAction;
  /** Omitted if the form stays open. */
  onClose?: () => void;
}

/** Page on which Medium imports stories from a URL; Medium sets that URL as the canonical one. */
const IMPORT = 'https://medium.com/p/import';

interface MediumGuideProps {
  post: CrossPost;
  runAction: RunAction;
}

interface Props {
  post: CrossPost;
  runAction: RunAction;
}

/** A cross-post of one article to one service: state and actions. */
export function CrossPostRow({ post, runAction }: Props) {
  const { _id, article, target, state, attempts, guided } = post;
  const [linking, setLinking] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const [name, chip] = postStates[state];
  const row = useRef<HTMLElement>(null);
  useFocusFallbackWithin(row);
  const again = () => runAction(() => retryPost(_id));
  const button = (
    label: string,
    action: Pick<ComponentProps<typeof SmallButton>, 'onClick' | 'onPress'>,
  ) => (
    <SmallButton {...action}>
      {label}
      <span className="visually-hidden">: {`${article.title} at ${names[target]}`}</span>
    </SmallButton>
  );
  return (
    <article className="entry" aria-labelledby={`post-${_id}`} ref={row}>
      <p className="meta">
        <span className={`chip ${chip}`}>{name}</span>
        <strong>{names[target]}</strong>
        <ZonedTime iso={post.sentAt ?? post.createdAt} />
      </p>
      <h3 id={`post-${_id}`} dir="auto">
        <a href={`/admin/blog/edit/${article._id}`}>{article.title}</a>
      </h3>
      <StateText post={post} />
      {guided && article.live && <MediumGuide post={post} runAction={runAction} />}
      <p className="entry__actions">
        {state === 'unknown' && (
          <>
            {button('It was posted: add the link', { onClick: () => setLinking(true) })}
            {button('It was not posted: retry', { onClick: () => setIsConfirming(true) })}
          </>
        )}
        {state === 'failed' && (
          <>
            {button('Try again', { onPress: again })}
            {button('It is posted: add the link', { onClick: () => setLinking(true) })}
          </>
        )}
        {state === 'scheduled' && attempts > 0 && button('Try now', { onPress: again })}
        {state === 'scheduled' &&
          button('Cancel', { onPress: () => runAction(() => cancelPost(_id)) })}
        {state === 'cancelled' && button('Post anyway', { onPress: again })}
      </p>
      {linking && (state === 'unknown' || state === 'failed') && (
        <LinkForm post={post} runAction={runAction} onClose={() => setLinking(false)} />
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`Send “${article.title}” again?`}
          confirm="Send it again"
          decline="Keep as is"
          onClose={() => setIsConfirming(false)}
          onConfirm={again}
        >
          We could not tell whether it was posted to {names[target]}. Check your profile there
          first; retrying could create a duplicate.
        </ConfirmDialog>
      )}
    </article>
  );
}

/** State of the cross-post as a sentence, with link and reason. */
function StateText({ post }: Pick<Props, 'post'>) {
  const { state, attempts, article, url, reason, nextAt, guided } = post;
  const tried = attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`;
  const waiting = guided
    ? 'Waiting for you to import it.'
    : attempts > 0
      ? tried
      : nextAt !== null
        ? 'It will be posted in a moment.'
        : 'Waiting in the queue.';
  const sentences = {
    scheduled: article.state === 'live' ? waiting : 'It will be posted once the article is live.',
    sending: 'It is being posted.',
    sent: null,
    failed: `${tried} It was not posted.`,
    unknown:
      nextAt !== null
        ? 'The connection was lost. Checking whether it was posted in a moment.'
        : 'It is unknown whether this was posted. It will not be retried automatically.',
    cancelled: 'Cancelled before it was posted.',
  };
  return (
    <div className="entry__story">
      {sentences[state] !== null && (
        <p>
          {sentences[state]}
          {state === 'scheduled' && nextAt !== null && attempts > 0 && (
            <>
              {' '}
              Next try: <ZonedTime iso={nextAt} />
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

/** Instructions for publishing on Medium without a token: three steps, the last of which ends here. */
function MediumGuide({ post, runAction }: MediumGuideProps) {
  const { url } = post.article;
  const copy = () =>
    copyWithToast(
      url,
      'The URL is copied.',
      'Your browser does not allow copying. Please select the URL and copy it.',
    );
  return (
    <ol className="guide">
      <li>
        <p>Copy the URL of the article.</p>
        <p className="guide__url">
          <code>{url}</code>
          <SmallButton
            label="Copy"
            of={`the URL of ${post.article.title}`}
            onClick={() => void copy()}
          />
        </p>
      </li>
      <li>
        <p>
          Open{' '}
          <a href={IMPORT} target="_blank" rel="noreferrer">
            Medium’s “Import a story”<span className="visually-hidden"> in a new tab</span>
          </a>
          , paste the URL, and publish the story. Medium links to the article here as the original.
        </p>
      </li>
      <li>
        <p>Paste the URL of the story.</p>
        <LinkForm post={post} runAction={runAction} />
      </li>
    </ol>
  );
}

/** URL of an article at another service, entered by the owner. */
function LinkForm({ post, runAction, onClose }: LinkFormProps) {
  const service = names[post.target];
  const { errors, form, button } = useForm({
    runAction,
    messages: { url: 'Paste the full URL, including https://.' },
    send: (data) => setPostLink(post._id, String(data.get('url'))),
  });
  const isOnRequest = onClose !== undefined;
  useLayoutEffect(() => {
    if (isOnRequest) form.ref.current?.querySelector<HTMLElement>('[name="url"]')?.focus();
  }, [isOnRequest, form.ref]);
  return (
    <form className="form post__form" {...form}>
      <Field
        name="url"
        label={`URL at ${service}`}
        type="url"
        pattern="https?://.*"
        required
        placeholder="https://"
        error={errors.fields.url}
      />
      <p className="entry__actions">
        <button className="button button--small button--main" {...button}>
          Save link
        </button>
        {onClose && <SmallButton label="Cancel" onClick={onClose} />}
      </p>
    </form>
  );
}
