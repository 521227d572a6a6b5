import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type Account, readAccount } from '../../client/account-api.ts';
import { ApiError } from '../../client/api-client.ts';
import { showToast } from '../../stores/toasts.ts';
import { ReauthDialog } from './ReauthDialog.tsx';
import { errorMessage } from './use-fetch.ts';

/** Result of a request: `fields` are messages by field name. */
export type Outcome =
  | { done: true }
  | { done: false; fields: Record<string, string>; reason: string };

/**
 * Sends a request and shows its `msg`; re-authenticates the user if the API demands it.
 * @param failure message about a row that was not changed; the list is reloaded then, because the row may be
 * outdated
 */
export type RunAction = (call: () => Promise<unknown>, failure?: string) => Promise<Outcome>;

/** Runs a request; repeats it after the user has re-authenticated if the API demands that. */
export type WithReauthentication = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * Re-authenticates the user when the API demands it.
 * @returns `withReauthentication` is stable, and throws the error of the API when the user cancels; `dialog` has
 * to be rendered on the page
 */
export function useReauthentication(): {
  withReauthentication: WithReauthentication;
  dialog: ReactNode;
} {
  const [account, setAccount] = useState<Account | null>(null);
  const resolveDialog = useRef<((confirmed: boolean) => void) | null>(null);

  const withReauthentication = useCallback<WithReauthentication>(async (call) => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'REAUTHENTICATION_REQUIRED') throw error;
        setAccount(await readAccount());
        const confirmed = await new Promise<boolean>((resolve) => {
          // Of two simultaneous requests, the first one fails and the dialog is for the second.
          resolveDialog.current?.(false);
          resolveDialog.current = resolve;
        });
        if (!confirmed) throw error;
      }
    }
  }, []);

  const closeDialog = (confirmed: boolean) => {
    setAccount(null);
    resolveDialog.current?.(confirmed);
    resolveDialog.current = null;
  };
  return {
    withReauthentication,
    dialog: account && <ReauthDialog account={account} onResult={closeDialog} />,
  };
}

const hasMessage = (response: unknown): response is { msg: string } =>
  typeof response === 'object' && response !== null && 'msg' in response;

/**
 * Sends requests of an admin page: shows their results, and re-authenticates the user if the API demands it.
 * @param onDone called after each request that changed something
 * @returns `dialog` has to be rendered on the page
 */
export function useAction(onDone: () => void) {
  const { withReauthentication, dialog } = useReauthentication();

  const runAction: RunAction = async (call, failure) => {
    try {
      const response = await withReauthentication(call);
      if (hasMessage(response)) showToast({ type: 'SUCCESS', message: response.msg });
      onDone();
      return { done: true };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED') {
        return { done: false, fields: {}, reason: '' };
      }
      const fields = error instanceof ApiError ? error.fields : {};
      const reason = errorMessage(error);
      // An error that is shown at its field is not repeated.
      if (Object.keys(fields).length === 0) {
        showToast({ type: 'error', message: failure ? `${failure} ${reason}` : reason });
      }
      if (failure) onDone();
      return { done: false, fields, reason };
    }
  };

  return { runAction, withReauthentication, dialog };
}

/**
 * Runs one action about the same thing at a time, so that two requests cannot overtake each other. The returned
 * function calls `action` with the IDs that no other action is about, or does nothing if there are none.
 */
export function useExclusive() {
  const busyIds = useRef(new Set<string>());
  return useCallback(
    async (ids: string[], action: (ids: string[]) => Promise<unknown>): Promise<void> => {
      const busy = busyIds.current;
      const free = ids.filter((id) => !busy.has(id));
      if (free.length === 0) return;
      for (const id of free) busy.add(id);
      try {
        await action(free);
      } finally {
        for (const id of free) busy.delete(id);
      }
    },
    [],
  );
}
