/** A name for one sitting at the editor: what it keeps, here and on the server, goes by it. */
export function newSitting(): string {
  // randomUUID exists in secure contexts only.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const lockName = (sitting: string) => `editor-sitting ${sitting}`;

/** Says to other tabs that this sitting is still going on. @returns a function that ends it */
export function holdSitting(sitting: string): () => void {
  let end = () => {};
  // Without locks, on a site without https, other tabs offer what this one has not saved yet.
  void navigator.locks?.request(lockName(sitting), () => {
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  return () => end();
}

/** Sittings that go on in tabs of this browser. */
export async function goingOn(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const prefix = lockName('');
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  );
}
