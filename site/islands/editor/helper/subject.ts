import type { HelperAction } from './limits.ts';

/** What the helper is asked about, and where its answer goes. */
export interface Subject {
  action: HelperAction;
  /** Of the panel, such as `Improve the selection`. */
  name: string;
  /** Where the answer goes. The text can take it back by itself. */
  where: 'text' | 'field';
  /** Whether the answer takes the place of all that is sent: half of one would lose the rest. */
  rewrites?: true;
  /** Takes its place, before anything is asked. */
  begin(): void;
  /** What is sent, as it stands now. */
  text(): string;
  /** What stands in the answer's place now; null once that is gone. */
  now(): string | null;
  /** What a proposal comes to there. */
  fit(proposed: string): string;
  accept(text: string): void;
  /** Lets go of its place. */
  forget(): void;
  /** Back to where one was. */
  leave(): void;
}
