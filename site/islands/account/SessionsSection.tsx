import { endOtherSessions, endSession, type Session } from '../../client/account-calls.ts';
import { longDate } from '../../format/dates.ts';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';

const at = (iso: string) => `${longDate(iso)}, ${iso.slice(11, 16)} UTC`;

/** Sessions of the member, with buttons that end them. */
export function SessionsSection({ sessions, act }: { sessions: Session[]; act: Act }) {
  const otherSessions = sessions.filter(({ current }) => !current);
  return (
    <Section
      title="Devices"
      lead="Where you are signed in. If you do not recognise a device, sign it out and change your password."
    >
      <ul className="own-account__list">
        {sessions.map((session) => (
          <li key={session._id}>
            <div>
              <p className="own-account__fact">
                <strong>{session.device}</strong>{' '}
                {session.current && <span className="badge badge--good">this device</span>}
                {session.remembered && <span className="badge">remembered</span>}
              </p>
              <p className="meta">
                <span>
                  Signed in <time dateTime={session.createdAt}>{at(session.createdAt)}</time>
                </span>
                <span>
                  Last used <time dateTime={session.lastUsedAt}>{at(session.lastUsedAt)}</time>
                </span>
              </p>
            </div>
            {!session.current && (
              <button
                type="button"
                className="button button--small"
                onClick={() => void act(() => endSession(session._id))}
              >
                Sign out<span className="quiet"> {session.device}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="own-account__actions">
        {otherSessions.length > 0 && (
          <button type="button" className="button" onClick={() => void act(endOtherSessions)}>
            Sign out all other devices
          </button>
        )}
        <button type="button" className="button" data-sign-out>
          Sign out
        </button>
      </p>
    </Section>
  );
}
