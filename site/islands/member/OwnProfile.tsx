import { useEffect } from 'react';
import type { OwnUser } from '#contracts/user.ts';
import { takeFlashMessage } from '../../client/flash-message.ts';
import { showToast } from '../../client/show-toast.ts';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { MemberView } from './MemberView.tsx';

/** /profile: the member's own page. */
export function OwnProfile() {
  return (
    <MembersOnly loading="Loading your profile">{(user) => <Profile user={user} />}</MembersOnly>
  );
}

function Profile({ user }: { user: OwnUser }) {
  useEffect(() => {
    const message = takeFlashMessage();
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
      notice={
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
