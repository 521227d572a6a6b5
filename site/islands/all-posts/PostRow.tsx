import { longDate } from '../../format/dates.ts';
import { articlePath, editPath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import type { Post } from './post-calls.ts';

/** Length in characters above which a description is shortened. */
const SUMMARY_MAX = 150;

const stateNames: Record<Post['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  archived: 'Archived',
  deleted: 'In the bin',
};

const shorten = (text: string) =>
  text.length > SUMMARY_MAX ? `${text.slice(0, SUMMARY_MAX).trimEnd()}…` : text;
const listed = (words: string[]) => (words.length > 0 ? words.join(', ') : 'None');

interface Actions {
  onDraft(draft: boolean): void;
  onArchive(archive: boolean): void;
  onDelete(): void;
  onRestore(): void;
}

/** An article of the admin with its switches. */
export function PostRow({ post, ...actions }: { post: Post } & Actions) {
  const readable = post.state === 'live' || post.state === 'archived';
  return (
    <article className="post" aria-labelledby={`post-${post._id}`}>
      <div className="post__words">
        <p className="meta">
          <span className={`chip chip--${post.state}`}>{stateNames[post.state]}</span>
          <span>
            Created <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
          </span>
          <span>
            Updated <time dateTime={post.updatedAt}>{longDate(post.updatedAt)}</time>
          </span>
        </p>
        <h2 id={`post-${post._id}`} lang={post.language}>
          {post.state === 'deleted' ? post.title : <a href={editPath(post._id)}>{post.title}</a>}
        </h2>
        <p className="post__summary" lang={post.language}>
          {shorten(post.description)}
        </p>
        <dl className="post__facts">
          <Fact name="Categories" value={listed(post.categories)} />
          <Fact name="Tags" value={listed(post.tags)} />
          <Fact name="Comments" value={pluralize(post.commentCount, 'comment')} />
          <Fact name="Likes" value={pluralize(post.likes, 'like')} />
        </dl>
      </div>
      <div className="post__actions">
        {post.state === 'deleted' ? (
          <button type="button" className="button button--small" onClick={actions.onRestore}>
            Restore<span className="quiet"> {post.title}</span>
          </button>
        ) : (
          <>
            <fieldset>
              <legend className="quiet">{post.title}</legend>
              <Switch name="Draft" checked={post.draft} onChange={actions.onDraft} />
              <Switch name="Archive" checked={post.archive} onChange={actions.onArchive} />
              <Switch name="Delete" checked={false} onChange={actions.onDelete} />
            </fieldset>
            <p className="post__links">
              <a href={editPath(post._id)}>
                Edit<span className="quiet"> {post.title}</span>
              </a>
              {readable && (
                <a href={articlePath(post.slug)}>
                  View<span className="quiet"> {post.title}</span>
                </a>
              )}
            </p>
          </>
        )}
      </div>
    </article>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Switch(props: { name: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.name}
    </label>
  );
}
