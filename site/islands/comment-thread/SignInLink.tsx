import type { ReactNode } from 'react';

/** Link to the sign-in page, which returns to this hash of the article. */
export function SignInLink({ hash, children }: { hash: string; children: ReactNode }) {
  return <a href={`/login?next=${encodeURIComponent(location.pathname + hash)}`}>{children}</a>;
}
