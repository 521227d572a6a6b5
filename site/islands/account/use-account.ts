import { type Account, readAccount } from '../../client/account-calls.ts';
import { useAct } from '../ui/use-act.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

/** The account of who is signed in, and how it is changed. */
export function useAccount() {
  const { loaded, reload } = useLoaded<Account>(readAccount);
  const { act, dialog } = useAct(reload);
  return { loaded, reload, act, dialog };
}
