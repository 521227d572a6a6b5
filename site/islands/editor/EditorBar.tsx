import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { articlePath } from '../../format/links.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import type { Autosave } from './drafts/use-autosave.ts';
import { EditorIcon, type IconName } from './EditorIcon.tsx';

/** Facts from which the bar says how far the article is saved. */
interface SaveFacts {
  /** True if the article is stored. */
  isStored: boolean;
  /** True if there are changes that the server does not have. */
  isDirty: boolean;
  /** The server does not accept a draft without a title. */
  hasTitle: boolean;
  isSaving: boolean;
  autosave: Autosave;
}

const stateNames: Record<ArticleResponse['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  archived: 'Archived',
  deleted: 'In the bin',
};

interface Props {
  article: ArticleResponse | null;
  /** State of saving. */
  state: string;
  isSaving: boolean;
  /** '1,200 words, 6 Min Read' */
  measure: string;
  isFull: boolean;
  isDetailsOpen: boolean;
  onSave(draft: boolean): Promise<void>;
  onCancel(): void;
  onPreview(): void;
  onKeys(): void;
  onHistory(): void;
  onFull(): void;
  onDetails(): void;
  /** The visible panes. */
  children: ReactNode;
}

/** Name, state and buttons. A draft can be saved or published, a published article updated. */
export function EditorBar(props: Props) {
  const { article, state, isSaving, measure } = props;
  const draft = article?.draft ?? true;
  const readable = article?.state === 'live' || article?.state === 'archived';
  return (
    <div className="editor-bar">
      <div className="editor-bar__facts">
        <h1>{article ? 'Edit article' : 'New article'}</h1>
        <p className="meta">
          <span className={`chip chip--${article?.state ?? 'draft'}`}>
            {article ? stateNames[article.state] : 'Not saved yet'}
          </span>
          <span role="status">{state}</span>
          <span className="editor-bar__measure">{measure}</span>
          {readable && <a href={articlePath(article.slug)}>View</a>}
        </p>
      </div>
      <div className="editor-bar__tools">
        {props.children}
        <Tool name="Keys" icon="keys" onClick={props.onKeys} />
        {article && <Tool name="History" icon="history" onClick={props.onHistory} />}
        <Tool name="Full screen" icon="full" pressed={props.isFull} onClick={props.onFull} />
        <Tool name="Preview page" icon="eye" onClick={props.onPreview} />
        <Tool
          name="Details"
          icon="details"
          expanded={props.isDetailsOpen}
          onClick={props.onDetails}
        />
      </div>
      <div className="editor-bar__buttons">
        <button type="button" className="button button--quiet" onClick={props.onCancel}>
          Cancel
        </button>
        <SaveButton
          name={draft ? 'Save To Drafts' : 'Back to draft'}
          isSaving={isSaving}
          onPress={() => props.onSave(true)}
        />
        <SaveButton
          isMain
          name={draft ? 'Add Article' : 'Update'}
          isSaving={isSaving}
          onPress={() => props.onSave(false)}
        />
      </div>
    </div>
  );
}

interface ToolProps {
  name: string;
  icon: IconName;
  pressed?: boolean;
  expanded?: boolean;
  onClick(): void;
}

function Tool({ name, icon, pressed, expanded, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={onClick}
    >
      <EditorIcon name={icon} />
    </button>
  );
}

interface SaveButtonProps {
  name: string;
  isMain?: boolean;
  /** True during any save, also one by the other button. */
  isSaving: boolean;
  onPress(): Promise<void>;
}

function SaveButton({ name, isMain, isSaving, onPress }: SaveButtonProps) {
  return (
    <BusyButton
      className={`button${isMain ? ' button--main' : ''}`}
      aria-disabled={isSaving}
      onPress={onPress}
    >
      {name}
    </BusyButton>
  );
}

/**
 * Distraction-free mode: only the text is visible, in the browser's full screen if available. Escape leaves
 * both, unless it closes something else first.
 */
export function useFullScreen(): [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(false);
  const toggle = useCallback(() => setOn((current) => !current), []);

  useEffect(() => {
    if (!on) return;
    // If full screen is denied or missing, the overlay of the page is enough.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    const onFullScreenChange = () => document.fullscreenElement === null && setOn(false);
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.defaultPrevented || document.querySelector('dialog:modal');
      if (event.key === 'Escape' && !busy) setOn(false);
    };
    document.addEventListener('fullscreenchange', onFullScreenChange);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('fullscreenchange', onFullScreenChange);
      document.removeEventListener('keydown', onKeyDown);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [on]);
  return [on, toggle];
}

/** Returns the state of saving, in a few words for the bar. */
export function saveState(facts: SaveFacts): string {
  const { isStored, isDirty, hasTitle, isSaving, autosave } = facts;
  if (isSaving) return 'Saving';
  const time =
    autosave.state === 'stored'
      ? autosave.at.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
      : '';
  if (!isDirty) {
    if (!isStored) return '';
    return autosave.state === 'stored' && autosave.as === 'draft'
      ? `Saved as draft at ${time}`
      : 'Saved';
  }
  if (!isStored && !hasTitle) return 'Saved in this browser only until you add a title';
  switch (autosave.state) {
    case 'offline':
      return 'Offline: kept in this browser';
    case 'signed-out':
      return 'Signed out: kept in this browser';
    case 'waiting':
    case 'refused':
    case 'conflict':
      return 'Unsaved changes, kept in this browser';
    case 'stored':
      return autosave.as === 'copy' ? `Unsaved changes, kept at ${time}` : 'Unsaved changes';
    case 'idle':
      return 'Unsaved changes';
  }
}
