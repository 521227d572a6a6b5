import type { ArticleResponse } from '#contracts/article.ts';
import type { EditorForm } from './form.ts';

/** Where a save by hand stands. */
export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  /**
   * `attempt` tells one refused save from the next, while its fields are being mended. `passing`: a draft
   * that could not be sent, which is made good once it is saved by itself.
   */
  | {
      state: 'refused';
      sentence: string;
      fields: Record<string, string>;
      attempt: number;
      passing: boolean;
    }
  /**
   * Both changed the same. `base`: what they began with, null when nobody knows; `draft`: the save
   * that follows, null for none.
   */
  | {
      state: 'conflict';
      theirs: ArticleResponse;
      base: EditorForm | null;
      draft: boolean | null;
    };

/** What is left of a refusal once all that was typed is stored as a draft. */
export const onceStored = (saving: Saving): Saving =>
  saving.state === 'refused' && saving.passing ? { state: 'idle' } : saving;

/** What is left of a refusal once these fields were changed. */
export function withoutErrors(saving: Saving, changes: Partial<EditorForm>): Saving {
  if (saving.state !== 'refused') return saving;
  const fields = { ...saving.fields };
  for (const name of Object.keys(changes)) delete fields[name];
  return Object.keys(fields).length > 0 ? { ...saving, fields } : { state: 'idle' };
}
