/** True for keys of text that was typed and not sent, such as `contact-draft`. */
const isDraft = (key: string) => /-draft( |$)/.test(key);

/** Removes what was typed on any page, as the next user of this browser may be another person. */
export function forgetTyped(): void {
  try {
    // Earlier versions kept the address for receipts in localStorage.
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage).filter(isDraft)) storage.removeItem(key);
    }
  } catch {
    // Storage is switched off: nothing was kept either.
  }
}
