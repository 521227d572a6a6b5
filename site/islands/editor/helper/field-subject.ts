import type { EditorForm } from '../form.ts';
import { HELPER_TEXT_MAX, type HelperAction } from './limits.ts';
import type { Subject } from './subject.ts';
import { normalizeProposal } from './tidy.ts';

/** Fields that the AI helper drafts, with their names in its API. */
export const helpedFields = {
  title: { field: 'title', name: 'Propose a title' },
  description: { field: 'description', name: 'Propose a description' },
  tags: { field: 'tags', name: 'Propose tags' },
  alt: { field: 'imageAlt', name: 'Propose alt text' },
  linkedin: { field: 'linkedinContent', name: 'Propose a post for LinkedIn' },
} as const satisfies Partial<Record<HelperAction, { field: keyof EditorForm; name: string }>>;
export type FieldAction = keyof typeof helpedFields;

interface FieldWays {
  /** Returns the current form. */
  form(): EditorForm;
  change(changes: Partial<EditorForm>): void;
  restoreFocus(): void;
}

/** A field of the form, drafted from the article. */
export function fieldSubject(
  action: FieldAction,
  { form, change, restoreFocus }: FieldWays,
): Subject {
  const { field, name } = helpedFields[action];
  return {
    action,
    name,
    restoreFocus,
    where: 'field',
    begin: () => undefined,
    text() {
      const { markdown, description } = form();
      const text = action === 'alt' ? `${description}\n\n${markdown}` : markdown;
      return text.trim().slice(0, HELPER_TEXT_MAX);
    },
    now: () => form()[field],
    normalize: (proposed) => normalizeProposal(action, form()[field], proposed),
    accept(accepted) {
      change({ [field]: accepted });
      restoreFocus();
    },
    release: () => undefined,
  };
}
