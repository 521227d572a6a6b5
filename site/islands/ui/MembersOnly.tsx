import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { OwnUser } from '#contracts/user.ts';
import { signInPath } from '../../format/links.ts';
import { $session, confirmSession, endedParameter } from '../../stores/session.ts';
import { ListSkeleton } from './ListStates.tsx';
import { LoadFailed } from './LoadFailed.tsx';

interface Props {
  /** Text for screen readers while the session is being loaded. */
  loading: string;
  /** Renders the page for the signed-in member. */
  children(user: OwnUser): ReactNode;
}

/** Shows a page to members. Guests are sent to the sign-in page, which returns here. */
export function MembersOnly({ loading, children }: Props) {
  const session = useStore($session, { ssr: 'initial' });
  const [member, setMember] = useState<OwnUser | null>(null);
  useEffect(() => {
    void confirmSession();
  }, []);
  useEffect(() => {
    if (session.state !== 'guest' || member) return;
    const { pathname, search, hash } = location;
    location.replace(signInPath(pathname + search + hash) + endedParameter(session));
  }, [session, member]);
  // The page stays when the session ends in another tab, because it may hold unsaved text.
  if (session.state === 'signed-in' && !member) setMember(session.user);

  if (member) return children(member);
  if (session.state !== 'failed') return <ListSkeleton label={loading} />;
  return <LoadFailed reason={session.reason} onRetry={confirmSession} />;
}
