import { useMemo } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { NEW_ARTICLE_PATH } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useList } from '../ui/use-list.tsx';
import { errorMessage } from '../ui/use-loaded.ts';
import { PostRow } from './PostRow.tsx';
import { PublishNotice } from './PublishNotice.tsx';
import {
  changePost,
  deletePost,
  listPosts,
  type Post,
  type PostQuery,
  restorePost,
} from './post-calls.ts';
import { ReleaseNotice } from './ReleaseNotice.tsx';

/** Maximum length of a title search, as documented. */
const SEARCH_MAX = 20;

const states: { value: PostQuery['state']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'live', name: 'Live' },
  { value: 'draft', name: 'Drafts' },
  { value: 'scheduled', name: 'Scheduled' },
  { value: 'archived', name: 'Archived' },
  { value: 'deleted', name: 'Bin' },
];

/** Articles of the admin, newest first. */
export function PostList({ author }: { author: string }) {
  const spec = useMemo(
    () => ({
      defaults: { state: 'all', search: '', page: 1 } as PostQuery,
      allowed: { state: states },
      load: (query: PostQuery, signal: AbortSignal) => listPosts(author, query, signal),
    }),
    [author],
  );
  const list = useList(spec);
  const replace = (post: Post) =>
    list.change((now) => ({
      ...now,
      articles: now.articles.map((current) => (current._id === post._id ? post : current)),
    }));

  /**
   * Shows a change immediately, then the article that the API returned, or reloads the list if it returned
   * none.
   */
  async function change(
    post: Post,
    guess: Partial<Post>,
    call: () => Promise<unknown>,
    message: string,
  ): Promise<void> {
    replace({ ...post, ...guess });
    try {
      const response = (await call()) as { article?: Post } | null;
      if (response?.article) replace(response.article);
      else list.reload();
      showToast({ type: 'SUCCESS', message });
    } catch (error) {
      replace(post);
      const reason = `“${post.title}” was not changed. ${errorMessage(error)}`;
      showToast({ type: 'error', message: reason });
    }
  }

  return (
    <ListPage
      list={list}
      title="All Blog Posts"
      actions={
        <a className="button button--main" href={NEW_ARTICLE_PATH}>
          Create Post
        </a>
      }
      above={
        <>
          <ReleaseNotice />
          <PublishNotice />
        </>
      }
      filter={{ name: 'state', options: states }}
      search={{ label: 'Search titles', maxLength: SEARCH_MAX }}
      loading="Loading your articles"
      summary={({ result }) => pluralize(result, 'article')}
      empty={<Empty query={list.query} />}
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
                    archive ? 'Archived.' : 'Unarchived.',
                  )
                }
                onDelete={() =>
                  list.open((onClose) => (
                    <DeleteDialog
                      title={`Delete “${post.title}”?`}
                      onClose={onClose}
                      onConfirm={() =>
                        change(
                          post,
                          { state: 'deleted' },
                          () => deletePost(post._id).then(() => null),
                          'Moved to the bin.',
                        )
                      }
                    >
                      Readers can no longer open it. It stays in the bin for 30 days and can be
                      restored.
                    </DeleteDialog>
                  ))
                }
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
    </ListPage>
  );
}

function Empty({ query: { state, search } }: { query: PostQuery }) {
  return (
    <EmptyState title={search ? 'No matching titles' : 'No articles here'}>
      {search
        ? 'Try fewer letters or another filter.'
        : state === 'all'
          ? 'Use Create Post to write your first article.'
          : 'No articles have this status. Use the filter “All” to see the others.'}
    </EmptyState>
  );
}
