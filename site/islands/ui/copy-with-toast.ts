import { showToast } from '../../stores/toasts.ts';

/** Copies a text and reports the result in a toast. `refusal` says what to do if the browser does not allow it. */
export async function copyWithToast(text: string, success: string, refusal: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ type: 'SUCCESS', message: success });
  } catch {
    // Browsers may deny access to the clipboard, and have none on insecure pages.
    showToast({ type: 'error', message: refusal });
  }
}
