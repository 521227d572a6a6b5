/** Id of one editing session; drafts here and on the server are stored by it. */
export function newEditSession(): string {
  // randomUUID exists in secure contexts only.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const lockName = (sitting: string) => `editor-sitting ${sitting}`;

/**
 * Holds a lock that tells other tabs that this editing session is open.
 * @returns a function that releases it
 */
export function holdEditSession(sitting: string): () => void {
  let end = () => {};
  // Without locks, on a site without HTTPS, other tabs offer the unsaved draft of this one.
  void navigator.locks?.request(lockName(sitting), () => {
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  return () => end();
}

/** Returns the editing sessions that are open in tabs of this browser. */
export async function listOpenEditSessions(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const prefix = lockName('');
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  );
}
