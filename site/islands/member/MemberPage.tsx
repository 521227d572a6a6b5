import { useEffect } from 'react';
import type { MemberUser, OwnUser } from '#contracts/user.ts';
import { callApi } from '../../client/api-client.ts';
import { restoreRequestedPath } from '../../client/requested-path.ts';
import { consumeFlashMessage } from '../../client/session-notices.ts';
import { signInPath } from '../../format/links.ts';
import { confirmSession } from '../../stores/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { MissingPage } from '../ui/MissingPage.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { type Audience, MemberView } from './MemberView.tsx';

interface LoadedMember {
  member: MemberUser;
  /** Viewer as which members preview their own page. */
  as: Audience | undefined;
  isGuest: boolean;
}

/** Loads the member of the URL with the fields that the visitor may see. */
async function loadMember(signal: AbortSignal): Promise<LoadedMember | null> {
  restoreRequestedPath();
  const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  // Members see more, so an access token that has expired is renewed first.
  const session = await confirmSession();
  const isOwn = session.state === 'signed-in' && session.user._id === id;
  const wanted = new URLSearchParams(location.search).get('as') === 'guest' ? 'guest' : 'member';
  const as = isOwn ? wanted : undefined;
  const path = `/api/user/${encodeURIComponent(id)}${as ? `?as=${as}` : ''}`;
  const { users } = await callApi<{ users: MemberUser[] }>('GET', path, { signal });
  const [member] = users;
  return member ? { member, as, isGuest: session.state === 'guest' } : null;
}

/** /member/{id}. */
export function MemberPage() {
  const { loaded, reload } = useFetch(loadMember);
  const found = loaded.state === 'ready' ? loaded.value : null;
  useEffect(() => {
    if (found) document.title = document.title.replace('Member', found.member.name);
  }, [found]);

  if (loaded.state === 'failed' && loaded.code === 'NOT_FOUND') return <MissingPage />;
  return (
    <div className="member">
      {loaded.state === 'loading' && <ListSkeleton label="Loading the member" />}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {found && <MemberView member={found.member} as={found.as} banner={bannerOf(found)} />}
    </div>
  );
}

function bannerOf({ member, as, isGuest }: LoadedMember) {
  if (as) {
    const [audienceNames, next, link] =
      as === 'guest'
        ? ['everyone sees', 'member', 'what members see']
        : ['members see', 'guest', 'what everyone sees'];
    return (
      <>
        This is you, as {audienceNames} you. Look at{' '}
        <a href={`${location.pathname}?as=${next}`}>{link}</a>, or go{' '}
        <a href="/profile">back to your profile</a>.
      </>
    );
  }
  if (member.skills !== undefined || !isGuest) return null;
  return (
    <>
      Members may see more of this page. <a href={signInPath(location.pathname)}>Sign in</a>
    </>
  );
}

/** /profile: the member's own page. */
export function OwnProfile() {
  return (
    <MembersOnly loading="Loading your profile">{(user) => <Profile user={user} />}</MembersOnly>
  );
}

function Profile({ user }: { user: OwnUser }) {
  useEffect(() => {
    const message = consumeFlashMessage();
    if (message) showToast({ type: 'SUCCESS', message });
  }, []);
  return (
    <MemberView
      member={user}
      privacy={user.privacy}
      actions={
        <>
          <a className="button button--main" href="/profile/edit">
            Edit profile
          </a>
          <a className="button" href={`/member/${encodeURIComponent(user._id)}`}>
            As others see it
          </a>
        </>
      }
      banner={
        isBare(user) && (
          <>
            Your profile is almost empty. Add details and choose who can see them:{' '}
            <a href="/profile/edit">edit your profile</a>.
          </>
        )
      }
    />
  );
}

const isBare = ({ title, bio, skills, projects }: OwnUser) =>
  !title && !bio && skills.length === 0 && projects.length === 0;
