import { useRef } from 'react';
import type { AiHelperAction } from '#contracts/ai-helper.ts';
import { EditorIcon } from '../EditorIcon.tsx';
import type { EditorForm } from '../form.ts';
import { AiHelperPanel } from './AiHelperPanel.tsx';
import { normalizeProposal } from './tidy.ts';
import { AI_HELPER_TEXT_MAX, type Subject, useAiHelperContext } from './use-ai-helper.ts';

/** Fields that the AI helper drafts, with their names in its API. */
const helpedFields = {
  title: { field: 'title', name: 'Propose a title' },
  description: { field: 'description', name: 'Propose a description' },
  tags: { field: 'tags', name: 'Propose tags' },
  alt: { field: 'imageAlt', name: 'Propose alt text' },
  linkedin: { field: 'linkedinContent', name: 'Propose a post for LinkedIn' },
} as const satisfies Partial<Record<AiHelperAction, { field: keyof EditorForm; name: string }>>;

type FieldAction = keyof typeof helpedFields;

interface FieldWays {
  /** Returns the current form. */
  form(): EditorForm;
  change(changes: Partial<EditorForm>): void;
  restoreFocus(): void;
}

interface Props {
  action: FieldAction;
  form: EditorForm;
  onChange(changes: Partial<EditorForm>): void;
}

/** Button that drafts its field; the proposal appears below the field. Hidden while the AI helper is off. */
export function HelpButton({ action, form, onChange }: Props) {
  const aiHelper = useAiHelperContext();
  const button = useRef<HTMLButtonElement>(null);
  const current = useRef(form);
  current.current = form;
  if (aiHelper.info?.state !== 'ready') return null;
  const { name } = helpedFields[action];
  const { session } = aiHelper;
  const generate = () =>
    aiHelper.generate(
      fieldSubject(action, {
        form: () => current.current,
        change: onChange,
        restoreFocus: () => button.current?.focus(),
      }),
    );
  return (
    <div className="help-button">
      <button ref={button} type="button" onClick={generate}>
        <EditorIcon name="help" />
        {name}
      </button>
      {session?.subject.where === 'field' && session.subject.action === action && (
        <AiHelperPanel session={session} language={form.language} />
      )}
    </div>
  );
}

/** A field of the form, drafted from the article. */
function fieldSubject(action: FieldAction, { form, change, restoreFocus }: FieldWays): Subject {
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
      return text.trim().slice(0, AI_HELPER_TEXT_MAX);
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
