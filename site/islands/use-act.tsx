import { type ReactNode, useCallback, useRef, useState } from 'react';
import { showToast } from '../client/show-toast.ts';
import { ApiError } from '../lib/api-client.ts';
import { type Account, readAccount } from './account/account-calls.ts';
import { ConfirmDialog } from './account/ConfirmDialog.tsx';
import type { Act } from './account/use-account.ts';
import { sentence } from './use-loaded.ts';

/** Runs a call; repeats it after the user has re-authenticated if the API demands that. */
export type WithConfirmation = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/**
 * Re-authenticates the user where the API demands it.
 * @returns `withConfirmation` is stable, and throws the error of the API when the user cancels;
 *   `dialog` has to be rendered on the page
 */
export function useConfirmation(): { withConfirmation: WithConfirmation; dialog: ReactNode } {
  const [account, setAccount] = useState<Account | null>(null);
  const answer = useRef<((confirmed: boolean) => void) | null>(null);

  const withConfirmation = useCallback<WithConfirmation>(async (call) => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'CONFIRM_NEEDED') throw error;
        setAccount(await readAccount());
        const confirmed = await new Promise<boolean>((resolve) => {
          // Of two calls at once, the first one fails and the dialog is for the second.
          answer.current?.(false);
          answer.current = resolve;
        });
        if (!confirmed) throw error;
      }
    }
  }, []);

  const answered = (confirmed: boolean) => {
    setAccount(null);
    answer.current?.(confirmed);
    answer.current = null;
  };
  return {
    withConfirmation,
    dialog: account && <ConfirmDialog account={account} onAnswer={answered} />,
  };
}

/**
 * Tries calls of an admin page: says what came of them, and asks who is there in between where the API
 * wants to know.
 * @param onDone after each call that changed something
 * @returns `dialog` has to be drawn where the page is
 */
export function useAct(onDone: () => void): { act: Act; dialog: ReactNode } {
  const { withConfirmation, dialog } = useConfirmation();

  const act: Act = async (call) => {
    try {
      const said = await withConfirmation(call);
      if (said) void showToast({ type: 'SUCCESS', message: said.msg });
      onDone();
      return { done: true };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFIRM_NEEDED') {
        return { done: false, fields: {}, reason: '' };
      }
      const fields = error instanceof ApiError ? error.fields : {};
      const reason = sentence(error);
      // A sentence at its field is not said twice.
      if (Object.keys(fields).length === 0) void showToast({ type: 'error', message: reason });
      return { done: false, fields, reason };
    }
  };

  return { act, dialog };
}
