import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../lib/api-client.ts';
import { showToast } from '../lib/toast.ts';
import { type Account, readAccount } from './account/account-calls.ts';
import { ConfirmDialog } from './account/ConfirmDialog.tsx';
import type { Act } from './account/use-account.ts';
import { sentence } from './use-loaded.ts';

/**
 * Tries calls of an admin page: says what came of them, and asks who is there in between where the API
 * wants to know.
 * @param onDone after each call that changed something
 * @returns `dialog` has to be drawn where the page is
 */
export function useAct(onDone: () => void): { act: Act; dialog: ReactNode } {
  const [account, setAccount] = useState<Account | null>(null);
  const answer = useRef<((confirmed: boolean) => void) | null>(null);

  async function askWhoIsThere(): Promise<boolean> {
    setAccount(await readAccount());
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }

  const act: Act = async (call) => {
    try {
      const said = await call();
      if (said) void showToast({ type: 'SUCCESS', message: said.msg });
      onDone();
      return { done: true };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFIRM_NEEDED') {
        const confirmed = await askWhoIsThere().catch((caught) => {
          void showToast({ type: 'error', message: sentence(caught) });
          return false;
        });
        return confirmed ? act(call) : { done: false, fields: {}, reason: '' };
      }
      const fields = error instanceof ApiError ? error.fields : {};
      const reason = sentence(error);
      // A sentence at its field is not said twice.
      if (Object.keys(fields).length === 0) void showToast({ type: 'error', message: reason });
      return { done: false, fields, reason };
    }
  };

  const answered = (confirmed: boolean) => {
    setAccount(null);
    answer.current?.(confirmed);
    answer.current = null;
  };
  return {
    act,
    dialog: account && <ConfirmDialog account={account} onAnswer={answered} />,
  };
}
