import { useMemo } from 'react';
import type { z } from 'zod';
import type {
  ArticleResponse,
  ArticleState,
  articleChangeResponse,
  articleListResponse,
} from '#contracts/article.ts';
import { MEMBER_HEADER } from '#contracts/member-header.ts';
import { TITLE_SEARCH_MAX } from '#contracts/search-index.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { articlePath, editPath, NEW_ARTICLE_PATH } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { showToast } from '../../stores/toasts.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { FactList } from '../ui/FactList.tsx';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useExclusive } from '../ui/use-action.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';
import { PublishBanner, ReleaseBanner } from './PublishBanner.tsx';

/** Length in characters above which a description is shortened. */
const SUMMARY_MAX = 150;

const stateNames: Record<Post['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  archived: 'Archived',
  deleted: 'In the bin',
};

const shortenSummary = (text: string) =>
  text.length > SUMMARY_MAX ? `${text.slice(0, SUMMARY_MAX).trimEnd()}…` : text;

const joinOrNone = (words: string[]) => (words.length > 0 ? words.join(', ') : 'None');

interface Actions {
  onDraft(draft: boolean): void;
  onArchive(archive: boolean): void;
  onDelete(): void;
  onRestore(): Promise<void>;
}

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
  const runExclusive = useExclusive();
  const replace = (post: Post) =>
    list.change((now) => ({
      ...now,
      articles: now.articles.map((current) => (current._id === post._id ? post : current)),
    }));

  /**
   * Shows a change immediately, then the article that the API returned, or reloads the list if it returned
   * none. Another change of the same article has to wait for the response.
   */
  const change = (
    post: Post,
    expected: Partial<Post>,
    call: () => Promise<unknown>,
    message: string,
  ): Promise<void> =>
    runExclusive([post._id], async () => {
      replace({ ...post, ...expected });
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
    });

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
          <ReleaseBanner />
          <PublishBanner />
        </>
      }
      filter={{ name: 'state', options: states }}
      search={{ label: 'Search titles', maxLength: TITLE_SEARCH_MAX }}
      loading="Loading your articles"
      summary={({ result }) => pluralize(result, 'article')}
      empty={<NoPosts query={list.query} />}
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

function NoPosts({ query: { state, search } }: { query: PostQuery }) {
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

/** An article of the admin with its switches. */
function PostRow({ post, ...actions }: { post: Post } & Actions) {
  const readable = post.state === 'live' || post.state === 'archived';
  return (
    <article className="post" aria-labelledby={`post-${post._id}`}>
      <div className="post__text">
        <p className="meta">
          <span className={`chip chip--${post.state}`}>{stateNames[post.state]}</span>
          {post.state === 'scheduled' && post.scheduledDate && (
            <span>
              Goes live <ZonedTime iso={post.scheduledDate} />
            </span>
          )}
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
          {shortenSummary(post.description)}
        </p>
        <FactList
          className="post__facts"
          facts={[
            ['Categories', joinOrNone(post.categories)],
            ['Tags', joinOrNone(post.tags)],
            ['Comments', post.commentCount.toLocaleString('en')],
            ['Likes', post.likes.toLocaleString('en')],
          ]}
        />
      </div>
      <div className="post__actions">
        {post.state === 'deleted' ? (
          <SmallButton label="Restore" of={post.title} onPress={actions.onRestore} />
        ) : (
          <>
            <fieldset>
              <legend className="visually-hidden">{post.title}</legend>
              <Switch name="Draft" checked={post.draft} onChange={actions.onDraft} />
              <Switch name="Archive" checked={post.archive} onChange={actions.onArchive} />
              <Switch name="Delete" checked={false} onChange={actions.onDelete} />
            </fieldset>
            <p className="post__links">
              <a href={editPath(post._id)}>
                Edit<span className="visually-hidden"> {post.title}</span>
              </a>
              {readable && (
                <a href={articlePath(post.slug)}>
                  View<span className="visually-hidden"> {post.title}</span>
                </a>
              )}
            </p>
          </>
        )}
      </div>
    </article>
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

type PostPage = z.infer<typeof articleListResponse>;
type Change = z.infer<typeof articleChangeResponse>;

interface PostQuery {
  state: ArticleState | 'all';
  search: string;
  page: number;
}

const POSTS_PER_PAGE = 10;

const postApiPath = (id: string) => `/api/articles/${encodeURIComponent(id)}`;

function listPosts(
  author: string,
  { state, search, page }: PostQuery,
  signal: AbortSignal,
): Promise<PostPage> {
  const parameters = new URLSearchParams({
    author,
    state,
    sort: 'newest',
    page: String(page),
    limit: String(POSTS_PER_PAGE),
    ...(search ? { title: search } : {}),
  });
  const headers = { [MEMBER_HEADER]: '1' };
  return callApi('GET', `/api/articles?${parameters}`, { headers, signal });
}

const changePost = (
  id: string,
  change: { draft: boolean } | { archive: boolean },
): Promise<Change> => callApi('PUT', postApiPath(id), { body: change });

const deletePost = (id: string): Promise<unknown> => callApi('DELETE', postApiPath(id));

const restorePost = (id: string): Promise<unknown> => callApi('POST', `${postApiPath(id)}/restore`);

type Post = ArticleResponse;
