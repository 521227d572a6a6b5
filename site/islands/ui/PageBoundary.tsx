import { Component, type ReactNode } from 'react';
import { LoadFailed } from './LoadFailed.tsx';

const NOT_LOADED = 'A part of this page could not be loaded. Please try again in a moment.';

/** Shows an error if the code of a part of the page cannot be loaded or fails. */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    // Uncaught errors are reported, see scripts/report-errors.ts; this one as well.
    reportError(error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <LoadFailed reason={NOT_LOADED} onRetry={() => location.reload()} />;
  }
}
