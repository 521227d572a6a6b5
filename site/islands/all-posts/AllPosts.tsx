import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { loadStyles } from '../../client/load-styles.ts';
import { $session, confirmSession, isAdmin } from '../../stores/session.ts';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { PageBoundary } from '../ui/PageBoundary.tsx';
import styles from './all-posts.css?url';

const PostList = lazy(async () => {
  const [module] = await Promise.all([import('./PostList.tsx'), loadStyles(styles)]);
  return { default: module.PostList };
});
const loading = <ListSkeleton label="Loading your articles" />;

/** All Blog Posts, shown to admins on the home page. */
export function AllPosts() {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => {
    void confirmSession();
  }, []);

  if (session.state === 'failed')
    return <LoadFailed reason={session.reason} onRetry={confirmSession} />;
  if (session.state !== 'signed-in' || !isAdmin(session)) return loading;
  return (
    <PageBoundary>
      <Suspense fallback={loading}>
        <PostList author={session.user._id} />
      </Suspense>
    </PageBoundary>
  );
}
