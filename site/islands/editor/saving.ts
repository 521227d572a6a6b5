import type { ArticleResponse } from '#contracts/article.ts';
import type { EditorForm } from './form.ts';

/** State of a manual save. */
export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  /**
   * `attempt` distinguishes refused saves while their fields are corrected. `passing`: a failed save of a
   * draft that the next autosave resolves.
   */
  | {
      state: 'refused';
      message: string;
      fields: Record<string, string>;
      attempt: number;
      passing: boolean;
    }
  /**
   * Both sides changed the same. `base`: common base, null if unknown; `draft`: the save that follows, null
   * if there is none.
   */
  | {
      state: 'conflict';
      theirs: ArticleResponse;
      base: EditorForm | null;
      draft: boolean | null;
    };

/** Returns the rest of a refusal after an autosave has stored everything as a draft. */
export const onceStored = (saving: Saving): Saving =>
  saving.state === 'refused' && saving.passing ? { state: 'idle' } : saving;

/** Returns the rest of a refusal after these fields were changed. */
export function withoutErrors(saving: Saving, changes: Partial<EditorForm>): Saving {
  if (saving.state !== 'refused') return saving;
  const fields = { ...saving.fields };
  for (const name of Object.keys(changes)) delete fields[name];
  return Object.keys(fields).length > 0 ? { ...saving, fields } : { state: 'idle' };
}
