import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { EmailSection } from './EmailSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { useAccount } from './use-account.ts';

/** How somebody signs in, and where they are signed in. */
export function Account() {
  const { loaded, load, act, asking, answered } = useAccount();
  return (
    <>
      <div className="page-title own-account__title">
        <h1>Account</h1>
      </div>
      {loaded.state === 'loading' && <ListSkeleton label="Loading your account" />}
      {loaded.state === 'failed' && (
        <LoadFailed reason={loaded.reason} onRetry={() => void load()} />
      )}
      {loaded.state === 'ready' && (
        <div className="own-account">
          <EmailSection account={loaded.account} act={act} />
          <PasswordSection email={loaded.account.email} act={act} />
          <SessionsSection sessions={loaded.account.sessions} act={act} />
        </div>
      )}
      {asking && <ConfirmDialog onAnswer={answered} />}
    </>
  );
}
