import { useCallback } from 'react';
import { listPostsOf, names } from '../../client/connection-calls.ts';
import { isMoving, postStates } from '../ui/post-states.ts';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import { useReloadWhile } from '../ui/use-reload-while.ts';

interface Props {
  articleId: string;
  /** Increases with every save, which may have scheduled cross-posts. */
  version: number;
}

/** State of an article at other services. */
export function CrossPostStates({ articleId, version }: Props) {
  const load = useCallback(
    (signal: AbortSignal) => listPostsOf(articleId, signal),
    // `version` reloads the same article.
    [articleId, version],
  );
  const { loaded, reload } = useLoaded(load);
  const posts = dataOf(loaded)?.posts ?? [];
  const moving = loaded.state === 'ready' && posts.some(isMoving);
  useReloadWhile(moving, reload);
  if (loaded.state === 'failed') {
    return <p className="field__hint">Status of its cross-posts: {loaded.reason}</p>;
  }
  if (posts.length === 0) return null;
  return (
    <ul className="elsewhere" aria-label="Cross-post status">
      {posts.map(({ _id, target, state, url, guided, article, ...post }) => {
        const [label, chip] = postStates[state];
        const reason = guided && article.live ? 'Ready to import manually.' : post.reason;
        return (
          <li key={_id}>
            {names[target]} <span className={`chip ${chip}`}>{label}</span>{' '}
            {url === null ? (
              reason !== null && <span className="field__hint">{reason}</span>
            ) : (
              <a href={url} rel="noreferrer">
                Open<span className="quiet"> it at {names[target]}</span>
              </a>
            )}
          </li>
        );
      })}
      <li>
        <a href="/admin/connections">Show the cross-post log</a>
      </li>
    </ul>
  );
}
