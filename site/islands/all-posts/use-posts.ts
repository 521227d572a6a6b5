import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import { listPosts, type Post, type PostList, type PostQuery } from './post-calls.ts';

export type Posts =
  | { state: 'loading'; last: PostList | null }
  | { state: 'ready'; list: PostList }
  | { state: 'failed'; reason: string };

const sentence = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong here. Please reload the page.';

/** The list that answers a query, and changes to it that show at once and go back if refused. */
export function usePosts(query: PostQuery) {
  const [posts, setPosts] = useState<Posts>({ state: 'loading', last: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((current) => current + 1), []);
  const { author, state, title, page } = query;

  // `round` asks again for the same query.
  useEffect(() => {
    const abort = new AbortController();
    setPosts((current) => ({
      state: 'loading',
      last: current.state === 'ready' ? current.list : null,
    }));
    listPosts({ author, state, title, page }, abort.signal)
      .then((list) => setPosts({ state: 'ready', list }))
      .catch((error) => {
        if (!abort.signal.aborted) setPosts({ state: 'failed', reason: sentence(error) });
      });
    return () => abort.abort();
  }, [author, state, title, page, round]);

  const replace = (post: Post) =>
    setPosts((current) =>
      current.state === 'ready'
        ? {
            state: 'ready',
            list: {
              ...current.list,
              articles: current.list.articles.map((one) => (one._id === post._id ? post : one)),
            },
          }
        : current,
    );

  /**
   * Shows `guess` while `call` runs, then the article it answers with; asks for the whole list when
   * it answers null. Goes back to `post` when it is refused.
   */
  async function change(
    post: Post,
    guess: Partial<Post>,
    call: () => Promise<unknown>,
    done: string,
  ): Promise<void> {
    replace({ ...post, ...guess });
    try {
      const answer = (await call()) as { article?: Post } | null;
      if (answer?.article) replace(answer.article);
      else reload();
      void showToast({ type: 'SUCCESS', message: done });
    } catch (error) {
      replace(post);
      void showToast({
        type: 'error',
        message: `“${post.title}” stays as it was. ${sentence(error)}`,
      });
    }
  }

  return { posts, reload, change };
}
