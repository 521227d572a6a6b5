import { useLayoutEffect, useRef, useState } from 'react';
import { readAccount } from '../../client/account-api.ts';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { useAction } from '../ui/use-action.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { DataSection, DeleteSection, SessionsSection } from './DataSections.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import {
  CodesDialog,
  RecoverySection,
  SecondFactorPolicySection,
  TotpSection,
} from './SecondFactorSections.tsx';
import {
  EmailSection,
  FirstPasswordSection,
  OAuthSection,
  PasswordSection,
} from './SignInSections.tsx';

/** /account: sign-in methods and sessions of a member. */
export function Account() {
  return <MembersOnly loading="Loading your account">{() => <OwnAccount />}</MembersOnly>;
}

function OwnAccount() {
  const { loaded, reload } = useFetch(readAccount);
  const { runAction, dialog } = useAction(reload);
  const account = loaded.value;
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isDeleted, setIsDeleted] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // For controls outside of the sections, and sections that are removed.
  useFocusFallback(() => heading.current);
  if (isDeleted) return <AccountDeleted />;
  return (
    <>
      <div className="page-title own-account__title">
        <h1 tabIndex={-1} ref={heading}>
          Account
        </h1>
      </div>
      {loaded.state === 'loading' && !account && <ListSkeleton label="Loading your account" />}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {account && (
        <div className="own-account">
          <EmailSection account={account} runAction={runAction} />
          {account.password ? (
            <PasswordSection email={account.email} runAction={runAction} />
          ) : (
            <FirstPasswordSection email={account.email} runAction={runAction} />
          )}
          {account.oauth && <OAuthSection oauth={account.oauth} runAction={runAction} />}
          <TotpSection account={account} runAction={runAction} onCodes={setCodes} />
          <PasskeysSection account={account} runAction={runAction} onCodes={setCodes} />
          {account.secondFactors.length > 0 && (
            <RecoverySection
              left={account.recoveryCodesLeft}
              runAction={runAction}
              onCodes={setCodes}
            />
          )}
          {account.adminsNeedSecondFactor !== null && (
            <SecondFactorPolicySection
              required={account.adminsNeedSecondFactor}
              runAction={runAction}
            />
          )}
          <SessionsSection sessions={account.sessions} runAction={runAction} />
          <DataSection runAction={runAction} />
          <DeleteSection onGone={() => setIsDeleted(true)} />
        </div>
      )}
      {dialog}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

/** Replaces the page after the account was deleted; its heading gets the focus. */
function AccountDeleted() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="page-title own-account__title">
      <h1 tabIndex={-1} ref={heading}>
        Your account is deleted
      </h1>
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
