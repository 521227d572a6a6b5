/** What was typed and not sent stays for this tab alone, under keys such as `contact-draft`. */
const isDraft = (key: string) => /-draft( |$)/.test(key);

/** Forgets what was typed on any page: whoever uses this browser next is somebody else. */
export function forgetTyped(): void {
  try {
    for (const key of Object.keys(sessionStorage).filter(isDraft)) sessionStorage.removeItem(key);
  } catch {
    // Storage is switched off: nothing was kept either.
  }
}
