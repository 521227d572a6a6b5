import { useCallback } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { sentence, useLoaded } from '../use-loaded.ts';
import { listPosts, type Post, type PostQuery } from './post-calls.ts';

/** The list that answers a query, and changes to it that show at once and go back if refused. */
export function usePosts({ author, state, title, page }: PostQuery) {
  const load = useCallback(
    (signal: AbortSignal) => listPosts({ author, state, title, page }, signal),
    [author, state, title, page],
  );
  const { loaded, reload, change: edit } = useLoaded(load);

  const replace = (post: Post) =>
    edit((list) => ({
      ...list,
      articles: list.articles.map((one) => (one._id === post._id ? post : one)),
    }));

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

  return { loaded, reload, change };
}
