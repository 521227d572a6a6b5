import { useEffect } from 'react';
import { showMissingPage } from '../../client/missing-page.ts';

/** Shown instead of a page whose subject does not exist or is not available to this visitor. */
export function MissingPage({ hasEnded = false }: { hasEnded?: boolean }) {
  useEffect(() => {
    void showMissingPage();
  }, []);
  if (!hasEnded) return null;
  return (
    <p className="notice">
      Your session has ended.{' '}
      <a href={`/login?next=${encodeURIComponent(location.pathname)}`}>Sign in</a> to go on.
    </p>
  );
}
