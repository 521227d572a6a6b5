import { useState } from 'react';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { CodeHostSection } from './CodeHostSection.tsx';
import { CodesDialog } from './CodesDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DataSection } from './DataSection.tsx';
import { DeleteSection } from './DeleteSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { FirstPasswordSection } from './FirstPasswordSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { RuleSection } from './RuleSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { TotpSection } from './TotpSection.tsx';
import { useAccount } from './use-account.ts';

/** /account: how a member signs in, and where they are signed in. */
export function Account() {
  return <MembersOnly loading="Loading your account">{() => <OwnAccount />}</MembersOnly>;
}

function OwnAccount() {
  const { loaded, load, act, asking, answered } = useAccount();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [gone, setGone] = useState(false);
  if (gone) return <Gone />;
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
          {loaded.account.password ? (
            <PasswordSection email={loaded.account.email} act={act} />
          ) : (
            <FirstPasswordSection email={loaded.account.email} act={act} />
          )}
          {loaded.account.codeHost && (
            <CodeHostSection codeHost={loaded.account.codeHost} act={act} />
          )}
          <TotpSection account={loaded.account} act={act} onCodes={setCodes} />
          <PasskeysSection account={loaded.account} act={act} onCodes={setCodes} />
          {loaded.account.secondFactors.length > 0 && (
            <RecoverySection left={loaded.account.recoveryCodesLeft} act={act} onCodes={setCodes} />
          )}
          {loaded.account.adminsNeedSecondFactor !== null && (
            <RuleSection required={loaded.account.adminsNeedSecondFactor} act={act} />
          )}
          <SessionsSection sessions={loaded.account.sessions} act={act} />
          <DataSection act={act} />
          <DeleteSection act={act} onGone={() => setGone(true)} />
        </div>
      )}
      {asking && loaded.state === 'ready' && (
        <ConfirmDialog account={loaded.account} onAnswer={answered} />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

/** What is left to say once the account is deleted. */
function Gone() {
  return (
    <div className="page-title own-account__title" role="status">
      <h1>Your account is deleted</h1>
      <p>
        Everything that was yours alone is gone. A last mail says so too. Thank you for having been
        here.
      </p>
      <p>
        <a className="button" href="/">
          Home
        </a>
      </p>
    </div>
  );
}
