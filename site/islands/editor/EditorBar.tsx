import type { ArticleResponse } from '#contracts/article.ts';
import { articlePath } from '../../lib/links.ts';

const stateNames: Record<ArticleResponse['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  archived: 'Archived',
  deleted: 'In the bin',
};

interface Props {
  article: ArticleResponse | null;
  dirty: boolean;
  saving: boolean;
  /** '1,200 words · 6 Min Read' */
  measure: string;
  onSave(draft: boolean): void;
}

/** Name, state and the buttons. A draft can be saved or published, a published one updated. */
export function EditorBar({ article, dirty, saving, measure, onSave }: Props) {
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
          <span>{measure}</span>
          <span role="status">{saving ? 'Saving' : dirty ? 'Unsaved changes' : 'Saved'}</span>
          {readable && <a href={articlePath(article.slug)}>View</a>}
        </p>
      </div>
      <p className="editor-bar__buttons">
        {draft ? (
          <>
            <SaveButton name="Save" disabled={saving} onClick={() => onSave(true)} />
            <SaveButton main name="Publish" disabled={saving} onClick={() => onSave(false)} />
          </>
        ) : (
          <>
            <SaveButton name="Back to draft" disabled={saving} onClick={() => onSave(true)} />
            <SaveButton main name="Update" disabled={saving} onClick={() => onSave(false)} />
          </>
        )}
      </p>
    </div>
  );
}

function SaveButton(props: { name: string; main?: boolean; disabled: boolean; onClick(): void }) {
  return (
    <button
      type="button"
      className={`button${props.main ? ' button--main' : ''}`}
      aria-disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.name}
    </button>
  );
}
