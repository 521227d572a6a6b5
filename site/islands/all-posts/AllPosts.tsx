import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { $session, confirmSession, isAdmin } from '../../stores/session.ts';
import styles from '../../styles/all-posts.css?url';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { PageBoundary } from '../ui/PageBoundary.tsx';

const PostList = lazy(async () => ({ default: (await import('./PostList.tsx')).PostList }));
const loading = <ListSkeleton label="Loading your articles" />;

/** All Blog Posts, which admins see on the home page. */
export function AllPosts() {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => {
    void confirmSession();
  }, []);

  if (session.state === 'failed')
    return <LoadFailed reason={session.reason} onRetry={() => void confirmSession()} />;
  if (session.state !== 'signed-in' || !isAdmin(session)) return loading;
  return (
    <PageBoundary>
      <Suspense fallback={loading}>
        <link rel="stylesheet" href={styles} precedence="page" />
        <PostList author={session.user._id} />
      </Suspense>
    </PageBoundary>
  );
}
