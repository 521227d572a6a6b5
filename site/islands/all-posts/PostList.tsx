import { useDeferredValue, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { NEW_ARTICLE_PATH } from '../../lib/links.ts';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { PostFilters } from './PostFilters.tsx';
import { PostRow } from './PostRow.tsx';
import { PublishNotice } from './PublishNotice.tsx';
import { changePost, deletePost, type Post, type PostQuery, restorePost } from './post-calls.ts';
import { ReleaseNotice } from './ReleaseNotice.tsx';
import { usePosts } from './use-posts.ts';

/** Articles of the admin, newest first. */
export function PostList({ author }: { author: string }) {
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
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading your articles"
        summary={({ result }) => counted(result, 'article')}
        empty={<Empty state={state} searching={title !== ''} />}
      >
        {({ articles }) => (
          <ul className="posts">
            {articles.map((post) => (
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
        )}
      </ListFrame>
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
