import { useEffect } from 'react';
import { signInPath } from '../../format/links.ts';

/** Shown instead of a page whose subject does not exist or is not available to this visitor. */
export function MissingPage({ hasEnded = false }: { hasEnded?: boolean }) {
  useEffect(() => {
    void showMissingPage();
  }, []);
  if (!hasEnded) return null;
  return (
    <p className="banner">
      Your session has ended. <a href={signInPath(location.pathname + location.search)}>Sign in</a>{' '}
      to go on.
    </p>
  );
}

/** Shows the text for missing pages, which is hidden below the island of an application page, and suggests pages. */
async function showMissingPage(): Promise<void> {
  const missing = document.getElementById('missing');
  if (!missing) return;
  // Public pages show another text without JavaScript, so this one is in a template.
  // biome-ignore lint/plugin: the publisher has rendered the text, outside of the islands.
  if (missing instanceof HTMLTemplateElement) missing.replaceWith(missing.content);
  else missing.classList.remove('without-script');
  const { showClosestPages } = await import('../../client/closest-pages.ts');
  await showClosestPages(document, location.pathname);
}
