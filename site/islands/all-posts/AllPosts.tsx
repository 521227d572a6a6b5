import { useDeferredValue, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { NEW_ARTICLE_PATH } from '../../lib/links.ts';
import { Toasts } from '../Toasts.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { PostFilters } from './PostFilters.tsx';
import { PostRow } from './PostRow.tsx';
import { PublishNotice } from './PublishNotice.tsx';
import { changePost, deletePost, type Post, type PostQuery, restorePost } from './post-calls.ts';
import { ReleaseNotice } from './ReleaseNotice.tsx';
import { usePosts } from './use-posts.ts';

/** What an admin sees on `/`: their articles, newest first. */
export function AllPosts({ author }: { author: string }) {
  const [state, setState] = useState<PostQuery['state']>('all');
  const [title, setTitle] = useState('');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Post | null>(null);
  const { posts, reload, change } = usePosts({
    author,
    state,
    title: useDeferredValue(title.trim()),
    page,
  });
  // The last article of the last page may just have gone.
  const pages = posts.state === 'ready' ? Math.max(1, posts.list.pages) : page;
  if (page > pages) setPage(pages);
  const list = posts.state === 'ready' ? posts.list : posts.state === 'loading' ? posts.last : null;

  return (
    <section aria-labelledby="all-posts-title" aria-busy={posts.state === 'loading'}>
      <div className="page-title posts__title">
        <h1 id="all-posts-title">All Blog Posts</h1>
        <a className="button button--main" href={NEW_ARTICLE_PATH}>
          Create Post
        </a>
      </div>
      <ReleaseNotice />
      <PublishNotice />
      <PostFilters
        state={state}
        title={title}
        onState={(next) => {
          setState(next);
          setPage(1);
        }}
        onTitle={(next) => {
          setTitle(next);
          setPage(1);
        }}
      />
      <p className="label" role="status">
        {list ? counted(list.result, 'article') : ' '}
      </p>
      {posts.state === 'failed' && (
        <div className="notice notice--warning" role="alert">
          <p>{posts.reason}</p>
          <button type="button" className="button button--small" onClick={reload}>
            Try again
          </button>
        </div>
      )}
      {posts.state === 'loading' && !list && <Skeleton />}
      {list && list.articles.length === 0 && <Empty state={state} searching={title !== ''} />}
      <ul className="posts">
        {list?.articles.map((post) => (
          <li key={post._id}>
            <PostRow
              post={post}
              onDraft={(draft) =>
                change(
                  post,
                  { draft, state: draft ? 'draft' : 'live' },
                  () => changePost(post._id, { draft }),
                  draft ? 'Moved to drafts.' : 'Published.',
                )
              }
              onArchive={(archive) =>
                change(
                  post,
                  { archive, archived: archive },
                  () => changePost(post._id, { archive }),
                  archive ? 'Archived.' : 'Taken out of the archive.',
                )
              }
              onDelete={() => setAsked(post)}
              onRestore={() =>
                change(
                  post,
                  { state: 'draft' },
                  () => restorePost(post._id).then(() => null),
                  'Restored.',
                )
              }
            />
          </li>
        ))}
      </ul>
      {list && list.pages > 1 && <Pages list={list} onPage={setPage} />}
      {asked && (
        <DeleteDialog
          post={asked}
          onClose={() => setAsked(null)}
          onConfirm={() =>
            change(
              asked,
              { state: 'deleted' },
              () => deletePost(asked._id).then(() => null),
              'Moved to the bin.',
            )
          }
        />
      )}
      <Toasts />
    </section>
  );
}

function Pages(props: { list: { page: number; pages: number }; onPage(page: number): void }) {
  const { page, pages } = props.list;
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 && (
        <button type="button" className="button" onClick={() => props.onPage(page - 1)}>
          ← Newer
        </button>
      )}
      <p className="label">
        Page {page} of {pages}
      </p>
      {page < pages && (
        <button
          type="button"
          className="button pager__older"
          onClick={() => props.onPage(page + 1)}
        >
          Older →
        </button>
      )}
    </nav>
  );
}

function Skeleton() {
  return (
    <div className="skeleton">
      <span className="quiet">Loading your articles</span>
      <i />
      <i />
      <i />
    </div>
  );
}

function Empty({ state, searching }: { state: PostQuery['state']; searching: boolean }) {
  return (
    <div className="empty">
      <h2>{searching ? 'No title matches' : 'Nothing here'}</h2>
      <p>
        {searching
          ? 'Try fewer letters, or another filter.'
          : state === 'all'
            ? 'Write the first one: Create Post opens the editor.'
            : 'No article is in this state. The filter “All” shows the others.'}
      </p>
    </div>
  );
}
