import type { HelperAction } from './limits.ts';

/** Target of the AI helper: what is sent, and where the result is inserted. */
export interface Subject {
  action: HelperAction;
  /** Title of the panel, such as `Improve the selection`. */
  name: string;
  /** Where the result goes. The text has its own undo. */
  where: 'text' | 'field';
  /** True if the result replaces everything that was sent, so that a partial one would lose text. */
  rewrites?: true;
  /** Marks the target before the request is sent. */
  begin(): void;
  /** Returns the current content to send. */
  text(): string;
  /** Returns the current content of the target; null if it was deleted. */
  now(): string | null;
  /** Converts a proposal to content for the target. */
  normalize(proposed: string): string;
  accept(text: string): void;
  /** Removes the mark of the target. */
  release(): void;
  /** Restores the focus. */
  restoreFocus(): void;
}
