import { useEffect, useRef } from 'react';

/**
 * Asks before the page is left while it holds unsaved work, and marks the document with `data-unsaved`,
 * so that client/page-start.ts does not reload it when the session changes.
 * @returns a function that lets the page be left without asking
 */
export function useLeaveGuard(hasUnsavedWork: boolean): () => void {
  const leaving = useRef(false);
  useEffect(() => {
    if (!hasUnsavedWork) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const { documentElement } = document;
    addEventListener('beforeunload', warn);
    documentElement.toggleAttribute('data-unsaved', true);
    return () => {
      removeEventListener('beforeunload', warn);
      documentElement.removeAttribute('data-unsaved');
    };
  }, [hasUnsavedWork]);
  return () => {
    leaving.current = true;
  };
}
