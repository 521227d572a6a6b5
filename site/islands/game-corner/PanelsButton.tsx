import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { GithubUserResponse, JokeResponse, QuoteResponse } from '#contracts/game.ts';
import { callApi } from '../../client/api-client.ts';
import { Icon, LineIcon } from '../ui/Icon.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useFetch } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';

type Quote = ({ kind: 'quote' } & QuoteResponse) | ({ kind: 'joke' } & JokeResponse);

type Kind = Quote['kind'];

const tabs = [
  { id: 'quote', title: 'Quotes' },
  { id: 'joke', title: 'Jokes' },
] as const;

const nameIn = (data: FormData) => String(data.get('username')).trim();

/** A link from a user's profile, or its text if it is not a valid URL. */
const UserLink = ({ href, text }: { href: string | null; text: string }) =>
  href ? (
    <a href={href} rel="ugc nofollow noopener">
      {text}
    </a>
  ) : (
    <span>{text}</span>
  );

type Panel = 'users' | 'quotes';

const titles = { users: 'GitHub users', quotes: 'Celebrity quotes' } as const;

interface Props {
  /** Image and label of the button that opens the dialog. */
  children?: ReactNode;
  /** Images of the two panels. */
  users?: ReactNode;
  quotes?: ReactNode;
}

/** A button that opens a dialog with two panels: GitHub users, and quotes and jokes. */
export function PanelsButton({ children, users, quotes }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        className="corner-quick-links__link"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen && <PanelsDialog users={users} quotes={quotes} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PanelsDialog({ users, quotes, onClose }: Omit<Props, 'children'> & { onClose(): void }) {
  const { dialog, titleId, close } = useDialog(onClose);
  const [panel, setPanel] = useState<Panel | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // The panel of users focuses its field.
    if (panel !== 'users') title.current?.focus();
  }, [panel]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by keyboard
    <dialog
      {...dialog}
      className="panels-dialog"
      onClick={({ target }) => target === dialog.ref.current && close()}
    >
      <header className="panels-dialog__head">
        {panel && (
          <button
            className="icon-button"
            type="button"
            aria-label="Back"
            onClick={() => setPanel(null)}
          >
            <LineIcon path="M19 12H5M11 6l-6 6 6 6" />
          </button>
        )}
        <h2 id={titleId} tabIndex={-1} ref={title}>
          {panel ? titles[panel] : 'GitHub users and celebrity quotes'}
        </h2>
        <button className="icon-button" type="button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {!panel && (
        <div className="panels-dialog__choice">
          <button type="button" onClick={() => setPanel('users')}>
            {users}
            <b>GitHub users</b>
            <span>Look up a GitHub user</span>
          </button>
          <button type="button" onClick={() => setPanel('quotes')}>
            {quotes}
            <b>Celebrity quotes</b>
            <span>And a joke</span>
          </button>
        </div>
      )}
      {panel === 'users' && <UserPanel />}
      {panel === 'quotes' && <QuotesPanel />}
    </dialog>
  );
}

/** Finds a GitHub user and shows their repositories. */
function UserPanel() {
  const [user, setUser] = useState<GithubUserResponse | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { form, button, errors, isBusy } = useForm({
    check: (data): Record<string, string> =>
      nameIn(data) === '' ? { username: 'Enter a username, such as torvalds.' } : {},
    send: (data) =>
      callApi<GithubUserResponse>('GET', `/api/panels/github/${encodeURIComponent(nameIn(data))}`),
    onDone: setUser,
  });
  useLayoutEffect(() => field.current?.focus(), []);

  const failure = errors.fields.username ?? errors.form;
  const shownUser = isBusy || failure ? null : user;
  const status = isBusy ? 'Loading' : failure || (shownUser ? `Found ${shownUser.login}` : '');
  return (
    <section className="panels-dialog__panel">
      <form className="panels-dialog__search" {...form}>
        <label htmlFor="username">Username</label>
        <div>
          <input
            ref={field}
            id="username"
            name="username"
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            aria-invalid={errors.fields.username ? true : undefined}
            aria-describedby="username-status"
          />
          <button className="button button--main" {...button}>
            Search
          </button>
        </div>
      </form>
      <p id="username-status" role="status">
        {status}
      </p>
      <div>{shownUser && <User user={shownUser} />}</div>
    </section>
  );
}

function User({ user }: { user: GithubUserResponse }) {
  return (
    <article className="user">
      <img className="user__avatar" src={user.avatar} width="96" height="96" alt="" />
      <div>
        <h3>
          <UserLink href={user.link} text={user.login} />
        </h3>
        <p>
          <UserLink href={validBlogUrl(user.blog)} text={user.blog || 'No blog'} />
        </p>
        <p className="label">{user.public_repos} public repositories</p>
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ul className="user__repos" role="list">
        {user.repos.map(({ name, link, language }) => (
          <li key={name}>
            <UserLink href={link} text={name} />
            <span className="label">{language}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** Returns the URL of a blog as users type it, often without a scheme; null if it is not an HTTP URL. */
function validBlogUrl(blog: string): string | null {
  if (blog === '') return null;
  const url = URL.parse(/^https?:\/\//i.test(blog) ? blog : `https://${blog}`);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Shows a quote, or a joke in the second tab, and a new one on request. */
function QuotesPanel() {
  const [kind, setKind] = useState<Kind>('quote');
  const load = useCallback(
    async (signal: AbortSignal): Promise<Quote> =>
      kind === 'quote'
        ? { kind, ...(await callApi<QuoteResponse>('GET', '/api/panels/quote', { signal })) }
        : { kind, ...(await callApi<JokeResponse>('GET', '/api/panels/joke', { signal })) },
    [kind],
  );
  const { loaded, reload } = useFetch(load);
  // While a quote is loading, the value is still a joke.
  const quote = loaded.value?.kind === kind ? loaded.value : null;

  return (
    <section className="panels-dialog__panel">
      <Tabs<Kind>
        className="panels-dialog__quotes"
        label="Text"
        tabs={tabs}
        chosen={kind}
        onChoose={setKind}
        aria-live="polite"
      >
        {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
        {loaded.state === 'loading' && !quote && (
          <div className="skeleton">
            <i />
          </div>
        )}
        {quote?.kind === 'quote' && (
          <figure>
            <blockquote>{quote.text}</blockquote>
            <figcaption>{quote.author}</figcaption>
          </figure>
        )}
        {quote?.kind === 'joke' && (
          <div>
            <p>{quote.text}</p>
            <p>
              <b>{quote.punchline}</b>
            </p>
          </div>
        )}
      </Tabs>
      <button
        className="button"
        type="button"
        aria-busy={loaded.state === 'loading' || undefined}
        onClick={reload}
      >
        Another one
      </button>
    </section>
  );
}
