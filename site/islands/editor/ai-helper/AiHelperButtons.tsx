import type { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AiHelperAction } from '#contracts/ai-helper.ts';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { EditorIcon } from '../EditorIcon.tsx';
import type { EditorForm } from '../form.ts';
import { ToolbarPopup } from '../markdown/ToolbarPopup.tsx';
import { AiHelperPanel, AiHelperUsage } from './AiHelperPanel.tsx';
import { normalizeProposal } from './normalize-proposal.ts';
import { altTextAt, continuationSubject, imageSubject, passageSubject } from './text-subject.ts';
import { AI_HELPER_TEXT_MAX, type Subject, useAiHelperContext } from './use-ai-helper.ts';

interface MenuProps {
  view: EditorView | null;
}

/** Actions of the AI helper on the text, opened by a toolbar button or a shortcut. */
export function AiHelperMenu({ view }: MenuProps) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'j' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
      const button = place.current?.querySelector<HTMLElement>('.tool');
      // Hidden while only the preview is visible.
      if (!button?.checkVisibility()) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <span ref={place} className="ai-helper-menu">
      <ToolbarPopup name="Help with words" icon="help" kind="dialog">
        {(close) => <Menu view={view} close={close} />}
      </ToolbarPopup>
    </span>
  );
}

function Menu({ view, close }: MenuProps & { close(): void }) {
  const { info, generate, refresh } = useAiHelperContext();
  useEffect(refresh, [refresh]);
  if (info?.state !== 'ready') return <AiHelperOff close={close} known={info !== null} />;
  const selected = view ? !view.state.selection.main.empty : false;
  const target = selected ? 'the selection' : 'the whole text';
  const image = view && altTextAt(view.state);
  const item = (name: string, subject: (view: EditorView) => Subject) => (
    <button
      type="button"
      className="ai-helper-menu__item"
      onClick={() => {
        close();
        if (view) generate(subject(view));
      }}
    >
      {name}
    </button>
  );
  return (
    <div className="ai-helper-menu__body">
      {item(`Improve ${target}`, (text) => passageSubject(text, 'improve'))}
      {item(`Shorten ${target}`, (text) => passageSubject(text, 'shorten'))}
      {item('Continue at the cursor', continuationSubject)}
      {image && item('Propose alt text', (text) => imageSubject(text, image))}
      <p className="field__hint">
        {info.model} at {info.service} receives your text. Nothing changes until you accept it.
        Title, description, tags, image and LinkedIn have their own buttons.
      </p>
      <AiHelperUsage />
    </div>
  );
}

/** Instructions to turn the AI helper on. */
function AiHelperOff({ known, close }: { known: boolean; close(): void }) {
  return (
    <div className="ai-helper-menu__body">
      {known ? (
        <>
          <p>
            <strong>The AI helper is off.</strong> It proposes text and sends yours to a text
            generation service.
          </p>
          <p>
            To turn it on, set <code>TEXT_GENERATION_KEY</code> on the server and restart it.{' '}
            <code>.env.example</code> explains how to use a service other than OpenAI, including one
            on your own machine. Set the daily limits under <a href="/admin/settings">Settings</a>.
          </p>
        </>
      ) : (
        <p>The status of the AI helper could not be loaded. Please try again in a moment.</p>
      )}
      <SmallButton label="Close" onClick={close} />
    </div>
  );
}

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

interface HelpButtonProps {
  action: FieldAction;
  form: EditorForm;
  onChange(changes: Partial<EditorForm>): void;
}

/** Button that drafts its field; the proposal appears below the field. Hidden while the AI helper is off. */
export function HelpButton({ action, form, onChange }: HelpButtonProps) {
  const aiHelper = useAiHelperContext();
  const button = useRef<HTMLButtonElement>(null);
  const current = useRef(form);
  useLayoutEffect(() => {
    current.current = form;
  }, [form]);
  if (aiHelper.info?.state !== 'ready') return null;
  const { name, field } = helpedFields[action];
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
        <AiHelperPanel session={session} language={form.language} now={form[field]} />
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
    normalize: (proposed, now) => normalizeProposal(action, now, proposed),
    accept(accepted) {
      change({ [field]: accepted });
      restoreFocus();
    },
    release: () => undefined,
  };
}
