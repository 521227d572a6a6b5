/** A notification as documented. docs/decisions/0003-notifications.md says how long each stays. */
export interface Toast {
  type: 'SUCCESS' | 'error';
  message: string;
}

/** Shows a notification over the page. What draws it is fetched with the first one. */
export async function showToast(toast: Toast): Promise<void> {
  try {
    const { stackToast } = await import('./toast-stack.ts');
    await stackToast(toast);
  } catch {
    // The network has gone with the rest: what was to be said is said without looks.
    window.alert(toast.message);
  }
}
