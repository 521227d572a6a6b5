import { useState } from 'react';
import { type Account, connectCodeHost, disconnectCodeHost } from '../../client/account-calls.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';

interface Props {
  codeHost: NonNullable<Account['codeHost']>;
  act: Act;
}

/** Signing in with an account of another service. */
export function CodeHostSection({ codeHost: { name, login }, act }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  const connect = () =>
    act(async () => {
      const { url } = await connectCodeHost();
      location.assign(url);
      return undefined;
    });
  return (
    <Section
      title={name}
      lead={`Sign in with your ${name} account instead of a password. Nothing is posted there.`}
    >
      {login === null ? (
        <p>
          <button type="button" className="button" onClick={() => void connect()}>
            Connect {name}
          </button>
        </p>
      ) : (
        <>
          <p className="own-account__fact">
            <strong>{login}</strong> <span className="badge badge--good">connected</span>
          </p>
          <p>
            <button
              type="button"
              className="button button--small button--danger"
              onClick={() => setIsConfirming(true)}
            >
              Remove<span className="quiet"> the {name} account</span>
            </button>
          </p>
        </>
      )}
      {isConfirming && (
        <AskDialog
          confirm="Remove"
          variant="danger"
          title={`Remove the ${name} account?`}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => void act(disconnectCodeHost)}
        >
          It can no longer be used to sign in here. You can connect it again.
        </AskDialog>
      )}
    </Section>
  );
}
