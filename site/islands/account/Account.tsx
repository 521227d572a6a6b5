import { useState } from 'react';
import { readAccount } from '../../client/account-calls.ts';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { useAct } from '../ui/use-act.tsx';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import { DataSection, DeleteSection, SessionsSection } from './DataSections.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { CodesDialog, RecoverySection, RuleSection, TotpSection } from './SecondFactorSections.tsx';
import {
  CodeHostSection,
  EmailSection,
  FirstPasswordSection,
  PasswordSection,
} from './SignInSections.tsx';

/** /account: sign-in methods and sessions of a member. */
export function Account() {
  return <MembersOnly loading="Loading your account">{() => <OwnAccount />}</MembersOnly>;
}

function OwnAccount() {
  const { loaded, reload } = useLoaded(readAccount);
  const { act, dialog } = useAct(reload);
  const account = dataOf(loaded);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isDeleted, setIsDeleted] = useState(false);
  if (isDeleted) return <Gone />;
  return (
    <>
      <div className="page-title own-account__title">
        <h1>Account</h1>
      </div>
      {loaded.state === 'loading' && !account && <ListSkeleton label="Loading your account" />}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {account && (
        <div className="own-account">
          <EmailSection account={account} act={act} />
          {account.password ? (
            <PasswordSection email={account.email} act={act} />
          ) : (
            <FirstPasswordSection email={account.email} act={act} />
          )}
          {account.codeHost && <CodeHostSection codeHost={account.codeHost} act={act} />}
          <TotpSection account={account} act={act} onCodes={setCodes} />
          <PasskeysSection account={account} act={act} onCodes={setCodes} />
          {account.secondFactors.length > 0 && (
            <RecoverySection left={account.recoveryCodesLeft} act={act} onCodes={setCodes} />
          )}
          {account.adminsNeedSecondFactor !== null && (
            <RuleSection required={account.adminsNeedSecondFactor} act={act} />
          )}
          <SessionsSection sessions={account.sessions} act={act} />
          <DataSection act={act} />
          <DeleteSection act={act} onGone={() => setIsDeleted(true)} />
        </div>
      )}
      {dialog}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

/** Message after the account was deleted. */
function Gone() {
  return (
    <div className="page-title own-account__title" role="status">
      <h1>Your account is deleted</h1>
      <p>
        All data that belonged only to you has been deleted. We have sent a final confirmation
        email. Thank you for being a member.
      </p>
      <p>
        <a className="button" href="/">
          Home
        </a>
      </p>
    </div>
  );
}
