import { useEffect, useId, useState } from 'react';
import type { ArticleNewsletter, NewsletterResponse } from '#contracts/mail.ts';
import { ApiError } from '../../client/api-client.ts';
import { pluralize } from '../../format/pluralize.ts';
import { readNewsletter } from './article-calls.ts';

/** Polling interval while a newsletter is being sent, in milliseconds. */
const POLL_MS = 3000;

interface Props {
  articleId: string | null;
  /** Increases with every save, which may have started the newsletter. */
  version: number;
  /** Choice since the last save; null if it has not changed. */
  wanted: boolean | null;
  onWant(wanted: boolean): void;
}

/** Choice whether subscribers get the article by email, and the progress of the newsletter. */
export function NewsletterChoice({ articleId, version, wanted, onWant }: Props) {
  const [loadedNewsletter, setLoadedNewsletter] = useState<ArticleNewsletter | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const id = useId();

  // `version` and `round` reload the same article.
  useEffect(() => {
    let current = true;
    readNewsletter(articleId)
      .then((response) => {
        if (!current) return;
        setLoadedNewsletter(response);
        setFailure(null);
      })
      .catch((error) => {
        if (current && error instanceof ApiError) setFailure(error.message);
      });
    return () => {
      current = false;
    };
  }, [articleId, version, round]);

  const newsletter = loadedNewsletter?.newsletter ?? null;
  const moving = newsletter?.state === 'sending';
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => setRound((current) => current + 1), POLL_MS);
    return () => clearInterval(timer);
  }, [moving]);

  if (failure !== null) return <p className="field__hint">Subscribers: {failure}</p>;
  if (!loadedNewsletter) return null;
  if (newsletter && newsletter.state !== 'wished') return <Started newsletter={newsletter} />;
  return (
    <div className="newsletter-choice">
      <input
        type="checkbox"
        id={id}
        checked={wanted ?? newsletter !== null}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onWant(event.currentTarget.checked)}
      />
      <label htmlFor={id}>Send to subscribers</label>
      <p className="field__hint" id={`${id}-hint`}>
        {loadedNewsletter.subscribers === 0
          ? 'No subscribers yet. Anyone subscribed when the article goes live will receive it by email once.'
          : `Sent once by email to ${pluralize(loadedNewsletter.subscribers, 'subscriber')} when the article goes live.`}
      </p>
    </div>
  );
}

function Started({ newsletter: { state, counts } }: { newsletter: NewsletterResponse }) {
  const { recipients, sent, waiting, trouble, skipped } = counts;
  const parts = [
    `${sent} of ${recipients} sent`,
    waiting > 0 && `${waiting} waiting`,
    trouble > 0 && `${trouble} failed`,
    skipped > 0 && `${skipped} skipped`,
  ].filter(Boolean);
  return (
    <p className="newsletter-choice" role="status">
      {state === 'sending' ? 'Being sent to subscribers' : 'Sent to subscribers'}:{' '}
      {parts.join(', ')}. <a href="/admin/mail">Show emails</a>
    </p>
  );
}
