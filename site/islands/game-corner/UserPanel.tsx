import { useEffect, useRef, useState } from 'react';
import type { CodeHostUserResponse } from '#contracts/panels.ts';
import { callApi } from '../../client/api-client.ts';
import { useForm } from '../ui/use-form.ts';

const nameIn = (data: FormData) => String(data.get('username')).trim();

/** Finds a user of the code host and shows their repositories. */
export function UserPanel() {
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
  useEffect(() => field.current?.focus(), []);

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

/** A link from a user's profile, or its text if it is not a valid URL. */
const UserLink = ({ href, text }: { href: string | null; text: string }) =>
  href ? (
    <a href={href} rel="ugc nofollow noopener">
      {text}
    </a>
  ) : (
    <span>{text}</span>
  );

/** Returns the URL of a blog as users type it, often without a scheme; null if it is not an HTTP URL. */
function addressOf(blog: string): string | null {
  if (blog === '') return null;
  const address = URL.parse(/^https?:\/\//i.test(blog) ? blog : `https://${blog}`);
  return address && /^https?:$/.test(address.protocol) ? address.href : null;
}
