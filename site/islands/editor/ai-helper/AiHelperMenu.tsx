import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { ToolbarPopup } from '../markdown/ToolbarPopup.tsx';
import { Used } from './AiHelperPanel.tsx';
import { altTextAt, continuationSubject, imageSubject, passageSubject } from './text-subject.ts';
import { type Subject, useAiHelperContext } from './use-ai-helper.ts';

interface Props {
  view: EditorView | null;
}

/** Actions of the AI helper on the text, opened by a toolbar button or a shortcut. */
export function AiHelperMenu({ view }: Props) {
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

function Menu({ view, close }: Props & { close(): void }) {
  const { info, generate, refresh } = useAiHelperContext();
  useEffect(refresh, [refresh]);
  if (info?.state !== 'ready') return <Off close={close} known={info !== null} />;
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
      <Used />
    </div>
  );
}

/** Instructions to turn the AI helper on. */
function Off({ known, close }: { known: boolean; close(): void }) {
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
