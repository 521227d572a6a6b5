import { useDeferredValue, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { NEW_ARTICLE_PATH } from '../../lib/links.ts';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListPages } from '../ListPages.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { knownOf } from '../use-loaded.ts';
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
  const { loaded, reload, change } = usePosts({
    author,
    state,
    title: useDeferredValue(title.trim()),
    page,
  });
  // The last article of the last page may just have gone.
  const pages = loaded.state === 'ready' ? Math.max(1, loaded.value.pages) : page;
  if (page > pages) setPage(pages);
  const list = knownOf(loaded);

  return (
    <section aria-labelledby="all-posts-title" aria-busy={loaded.state === 'loading'}>
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
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !list && <ListSkeleton label="Loading your articles" />}
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
      {list && list.pages > 1 && <ListPages list={list} onPage={setPage} />}
      {asked && (
        <DeleteDialog
          title={`Delete “${asked.title}”?`}
          onClose={() => setAsked(null)}
          onConfirm={() =>
            change(
              asked,
              { state: 'deleted' },
              () => deletePost(asked._id).then(() => null),
              'Moved to the bin.',
            )
          }
        >
          Readers can no longer open it. It stays in the bin for 30 days and can be restored.
        </DeleteDialog>
      )}
    </section>
  );
}

function Empty({ state, searching }: { state: PostQuery['state']; searching: boolean }) {
  return (
    <EmptyState title={searching ? 'No title matches' : 'Nothing here'}>
      {searching
        ? 'Try fewer letters, or another filter.'
        : state === 'all'
          ? 'Write the first one: Create Post opens the editor.'
          : 'No article is in this state. The filter “All” shows the others.'}
    </EmptyState>
  );
}
