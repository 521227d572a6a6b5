import { useEffect, useRef } from 'react';

/** Number of parts of the page whose unsaved work a reload would lose. */
let unstored = 0;

/** Marks the document, so that scripts/follow-other-tab.ts does not reload it when the session changes. */
function countUnstored(by: 1 | -1): void {
  unstored += by;
  document.documentElement.toggleAttribute('data-unsaved', unstored > 0);
}

/**
 * Asks before the page is left while it holds unsaved work.
 * @param options `hasDraft`: true if a stored draft survives a reload, which removes personal data after a sign-out
 * @returns a function that lets the page be left without asking
 */
export function useLeaveGuard(hasUnsavedWork: boolean, { hasDraft = false } = {}): () => void {
  const leaving = useRef(false);
  useEffect(() => {
    if (!hasUnsavedWork) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    if (!hasDraft) countUnstored(1);
    return () => {
      removeEventListener('beforeunload', warn);
      if (!hasDraft) countUnstored(-1);
    };
  }, [hasUnsavedWork, hasDraft]);
  return () => {
    leaving.current = true;
  };
}
