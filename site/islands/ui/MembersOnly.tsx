import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { OwnUser } from '#contracts/user.ts';
import { signInPath } from '../../format/links.ts';
import { $session, confirmSession, endedParameter } from '../../stores/session.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';

interface Props {
  /** What screen readers hear while the API is asked who is signed in. */
  loading: string;
  /** Renders the page for the member who is signed in. */
  children(user: OwnUser): ReactNode;
}

/** Shows a page to members. Guests are sent to the sign-in page, which leads back. */
export function MembersOnly({ loading, children }: Props) {
  const session = useStore($session, { ssr: 'initial' });
  const [member, setMember] = useState<OwnUser | null>(null);
  useEffect(() => {
    void confirmSession();
  }, []);
  useEffect(() => {
    if (session.state !== 'guest' || member) return;
    location.replace(signInPath(location.pathname) + endedParameter(session));
  }, [session, member]);
  // The page stays when the session ends in another tab: it may hold text that nobody has saved.
  if (session.state === 'signed-in' && !member) setMember(session.user);

  if (member) return children(member);
  if (session.state !== 'failed') return <ListSkeleton label={loading} />;
  return <LoadFailed reason={session.reason} onRetry={() => void confirmSession()} />;
}
