import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { CodeHostUserResponse, JokeResponse, QuoteResponse } from '#contracts/game.ts';
import { callApi } from '../../client/api-client.ts';
import { Icon, LineIcon } from '../ui/Icon.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';

type Words = ({ kind: 'quote' } & QuoteResponse) | ({ kind: 'joke' } & JokeResponse);

type Kind = Words['kind'];

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

type Room = 'users' | 'words';

const titles = { users: 'GitHub users', words: 'Celebrity quotes' } as const;

interface Props {
  /** Image and label of the button that opens the dialog. */
  children?: ReactNode;
  /** Images of the two panels. */
  users?: ReactNode;
  words?: ReactNode;
}

/** A button that opens a dialog with two panels: users of the code host, and quotes and jokes. */
export function Rooms({ children, users, words }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        className="doors__link"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen && <RoomsDialog users={users} words={words} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RoomsDialog({ users, words, onClose }: Omit<Props, 'children'> & { onClose(): void }) {
  const { dialog, close } = useDialog(onClose);
  const [room, setRoom] = useState<Room | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // The panel of users focuses its field.
    if (room !== 'users') title.current?.focus();
  }, [room]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by keyboard
    <dialog
      className="rooms"
      ref={dialog}
      aria-labelledby="rooms-title"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <header className="rooms__head">
        {room && (
          <button
            className="icon-button"
            type="button"
            aria-label="Back"
            onClick={() => setRoom(null)}
          >
            <LineIcon path="M19 12H5M11 6l-6 6 6 6" />
          </button>
        )}
        <h2 id="rooms-title" tabIndex={-1} ref={title}>
          {room ? titles[room] : 'GitHub users and celebrity quotes'}
        </h2>
        <button className="icon-button" type="button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {!room && (
        <div className="rooms__choice">
          <button type="button" onClick={() => setRoom('users')}>
            {users}
            <b>GitHub users</b>
            <span>Look up a GitHub user</span>
          </button>
          <button type="button" onClick={() => setRoom('words')}>
            {words}
            <b>Celebrity quotes</b>
            <span>And a joke</span>
          </button>
        </div>
      )}
      {room === 'users' && <UserPanel />}
      {room === 'words' && <WordsPanel />}
    </dialog>
  );
}

/** Finds a user of the code host and shows their repositories. */
function UserPanel() {
  const [user, setUser] = useState<CodeHostUserResponse | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { form, button, errors, isBusy } = useForm({
    check: (data): Record<string, string> =>
      nameIn(data) === '' ? { username: 'Enter a username, such as torvalds.' } : {},
    send: (data) =>
      callApi<CodeHostUserResponse>(
        'GET',
        `/api/panels/code-host/${encodeURIComponent(nameIn(data))}`,
      ),
    onDone: setUser,
  });
  useLayoutEffect(() => field.current?.focus(), []);

  const failure = errors.fields.username ?? errors.form;
  const shownUser = isBusy || failure ? null : user;
  const status = isBusy ? 'Loading' : failure || (shownUser ? `Found ${shownUser.login}` : '');
  return (
    <section className="rooms__panel">
      <form className="rooms__search" {...form}>
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

function User({ user }: { user: CodeHostUserResponse }) {
  return (
    <article className="user">
      <img className="user__avatar" src={user.avatar} width="96" height="96" alt="" />
      <div>
        <h3>
          <UserLink href={user.link} text={user.login} />
        </h3>
        <p>
          <UserLink href={addressOf(user.blog)} text={user.blog || 'No blog'} />
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
function addressOf(blog: string): string | null {
  if (blog === '') return null;
  const address = URL.parse(/^https?:\/\//i.test(blog) ? blog : `https://${blog}`);
  return address && /^https?:$/.test(address.protocol) ? address.href : null;
}

/** Shows a quote, or a joke in the second tab, and a new one on request. */
function WordsPanel() {
  const [kind, setKind] = useState<Kind>('quote');
  const load = useCallback(
    async (signal: AbortSignal): Promise<Words> =>
      kind === 'quote'
        ? { kind, ...(await callApi<QuoteResponse>('GET', '/api/panels/quote', { signal })) }
        : { kind, ...(await callApi<JokeResponse>('GET', '/api/panels/joke', { signal })) },
    [kind],
  );
  const { loaded, reload } = useLoaded(load);
  const words = dataOf(loaded);

  return (
    <section className="rooms__panel">
      <Tabs<Kind>
        className="rooms__words"
        label="Text"
        tabs={tabs}
        chosen={kind}
        onChoose={setKind}
        aria-live="polite"
      >
        {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
        {words?.kind === 'quote' && (
          <figure>
            <blockquote>{words.text}</blockquote>
            <figcaption>{words.author}</figcaption>
          </figure>
        )}
        {words?.kind === 'joke' && (
          <div>
            <p>{words.text}</p>
            <p>
              <b>{words.punchline}</b>
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
