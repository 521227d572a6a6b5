import { useStore } from '@nanostores/react';
import { useCallback, useId } from 'react';
import type { NewsletterResponse } from '#contracts/mail.ts';
import { isMoving, listPostsOf, names, postStates } from '../../client/connection-api.ts';
import { pluralize } from '../../format/pluralize.ts';
import { $timeZone, setTimeZone } from '../../stores/preferences.ts';
import { DateTimeField } from '../ui/date-time/DateTimeField.tsx';
import { parseDateTime, serializeDateTime } from '../ui/date-time/date-time.ts';
import { Field } from '../ui/Field.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { usePolling } from '../ui/timers.ts';
import { useFetch } from '../ui/use-fetch.ts';
import { HelpButton } from './ai-helper/AiHelperButtons.tsx';
import { readConnections, readNewsletter } from './article-api.ts';
import { type EditorForm, LINKEDIN_MAX } from './form.ts';

interface CrossPostStatesProps {
  articleId: string;
  /** Increases with every save, which may have scheduled cross-posts. */
  version: number;
}

interface NewsletterFieldProps {
  articleId: string | null;
  /** Increases with every save, which may have started the newsletter. */
  version: number;
  /** Choice since the last save. */
  choice: EditorForm['newsletter'];
  onChoose(choice: EditorForm['newsletter']): void;
}

/** Time of day for a newly chosen day. */
const USUAL_TIME = '09:00';

interface ScheduleFieldProps {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

interface Props {
  form: EditorForm;
  errors: Record<string, string>;
  onChange(changes: Partial<EditorForm>): void;
}

const services = [
  { target: 'linkedin', name: 'LinkedIn' },
  { target: 'dev', name: 'Dev' },
  { target: 'medium', name: 'Medium' },
] as const;

/** Services for cross-posts once the article is published, and the text of the LinkedIn post. */
export function CrossPostFields({ form, errors, onChange }: Props) {
  // Only a hint depends on it: the choice is saved with the article either way.
  const { loaded } = useFetch(readConnections);
  const connections = loaded.value;
  const isMissing = (target: string) =>
    connections?.find((connection) => connection.target === target)?.state !== 'connected';
  const missing = connections
    ? services.filter(({ target }) => form[target] && isMissing(target)).map(({ name }) => name)
    : [];
  return (
    <>
      <fieldset className="checks" aria-describedby="cross-post-hint">
        <legend>Post it on</legend>
        {services.map(({ target, name }) => (
          <label key={target} className="check">
            <input
              type="checkbox"
              name={target}
              checked={form[target]}
              onChange={(event) => onChange({ [target]: event.currentTarget.checked })}
            />
            {name}
          </label>
        ))}
        <p className="field__hint" id="cross-post-hint">
          {loaded.state === 'failed' && `Connections: ${loaded.reason}`}
          {missing.length > 0 && (
            <>
              {missing.join(', ')}: not connected. <a href="/admin/connections">Connections</a>
            </>
          )}
        </p>
      </fieldset>
      {(form.linkedin || form.linkedinContent !== '') && (
        <>
          <Field
            name="linkedinContent"
            label="LinkedIn content"
            lines={5}
            lang={form.language}
            hint={characterCount(form.linkedinContent, LINKEDIN_MAX)}
            value={form.linkedinContent}
            error={errors.linkedinContent}
            onChange={(linkedinContent) => onChange({ linkedinContent })}
          />
          <HelpButton action="linkedin" form={form} onChange={onChange} />
        </>
      )}
    </>
  );
}

/** `120 of 3,000 characters`. */
export function characterCount(text: string, max: number): string {
  return `${text.length.toLocaleString('en')} of ${max.toLocaleString('en')} characters.`;
}

/** Publication time of an article, within the documented window. */
export function ScheduleField({ value, error, onChange }: ScheduleFieldProps) {
  const zone = useStore($timeZone);
  return (
    <div>
      <DateTimeField
        value={parseDateTime(value)}
        defaults={{ zone, time: USUAL_TIME }}
        error={error}
        hint="If empty, it goes live immediately. From tomorrow to 3 months ahead."
        onChange={(dateTime) => onChange(dateTime ? serializeDateTime(dateTime) : '')}
        onZone={setTimeZone}
      />
      <p className="field__hint">
        <a href="/admin/calendar">Show the calendar</a>
      </p>
    </div>
  );
}

/** Choice whether subscribers get the article by email, and the progress of the newsletter. */
export function NewsletterField({ articleId, version, choice, onChoose }: NewsletterFieldProps) {
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` reloads the same article
  const load = useCallback(
    (signal: AbortSignal) => readNewsletter(articleId, signal),
    [articleId, version],
  );
  const { loaded, reload } = useFetch(load);
  const moving = loaded.state === 'ready' && loaded.value.newsletter?.state === 'sending';
  usePolling(moving, reload);
  const failure = loaded.state === 'failed' && (
    <LoadFailed reason={`Subscribers: ${loaded.reason}`} onRetry={reload} />
  );
  const current = loaded.value;
  if (!current) return failure;
  const { newsletter, subscribers } = current;
  if (newsletter && newsletter.state !== 'requested') {
    return (
      <>
        {failure}
        <NewsletterProgress newsletter={newsletter} />
      </>
    );
  }
  return (
    <div className="newsletter-field">
      {failure}
      <input
        type="checkbox"
        id={id}
        checked={choice === 'unchanged' ? newsletter !== null : choice === 'send'}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChoose(event.currentTarget.checked ? 'send' : 'skip')}
      />
      <label htmlFor={id}>Send to subscribers</label>
      <p className="field__hint" id={`${id}-hint`}>
        {subscribers === 0
          ? 'No subscribers yet. Anyone subscribed when the article goes live will receive it by email once.'
          : `Sent once by email to ${pluralize(subscribers, 'subscriber')} when the article goes live.`}
      </p>
    </div>
  );
}

function NewsletterProgress({ newsletter: { state, counts } }: { newsletter: NewsletterResponse }) {
  const { recipients, sent, waiting, failed, skipped } = counts;
  const parts = [
    `${sent} of ${recipients} sent`,
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
  ].filter(Boolean);
  return (
    <p className="newsletter-field" role="status">
      {state === 'sending' ? 'Being sent to subscribers' : 'Sent to subscribers'}:{' '}
      {parts.join(', ')}. <a href="/admin/mail">Show emails</a>
    </p>
  );
}

/** State of an article at other services. */
export function CrossPostStates({ articleId, version }: CrossPostStatesProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` reloads the same article
  const load = useCallback(
    (signal: AbortSignal) => listPostsOf(articleId, signal),
    [articleId, version],
  );
  const { loaded, reload } = useFetch(load);
  const posts = loaded.value?.posts ?? [];
  const moving = loaded.state === 'ready' && posts.some(isMoving);
  usePolling(moving, reload);
  const failure = loaded.state === 'failed' && (
    <LoadFailed reason={`Status of its cross-posts: ${loaded.reason}`} onRetry={reload} />
  );
  if (posts.length === 0) return failure;
  return (
    <ul className="cross-post-states" aria-label="Cross-post status">
      {failure && <li>{failure}</li>}
      {posts.map(({ _id, target, state, url, guided, article, ...post }) => {
        const [label, chip] = postStates[state];
        const reason = guided && article.live ? 'Ready to import manually.' : post.reason;
        return (
          <li key={_id}>
            {names[target]} <span className={`chip ${chip}`}>{label}</span>{' '}
            {url === null ? (
              reason !== null && <span className="field__hint">{reason}</span>
            ) : (
              <a href={url} rel="noreferrer">
                Open<span className="visually-hidden"> it at {names[target]}</span>
              </a>
            )}
          </li>
        );
      })}
      <li>
        <a href="/admin/connections">Show the cross-post log</a>
      </li>
    </ul>
  );
}
