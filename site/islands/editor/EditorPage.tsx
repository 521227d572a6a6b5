import { useCallback, useState } from 'react';
import { ApiError } from '../../client/api-client.ts';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MissingPage } from '../ui/MissingPage.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { readArticle } from './article-calls.ts';
import { Editor } from './Editor.tsx';
import { Helping } from './helper/Helping.tsx';
import { findUnsaved } from './keeping/find-unsaved.ts';
import { LinkedinReturn } from './LinkedinReturn.tsx';
import { readLinkedinResponse } from './linkedin-return.ts';

/** /admin/blog/new, and /admin/blog/edit/{id}. */
export function EditorPage() {
  const [oauthResponse] = useState(readLinkedinResponse);
  const [id] = useState(articleId);
  const { loaded, reload } = useLoaded(useCallback(() => openArticle(id), [id]));
  return (
    <>
      {oauthResponse && <LinkedinReturn oauthResponse={oauthResponse} />}
      {loaded.state === 'loading' && <ListSkeleton label="Loading the article" />}
      {loaded.state === 'failed' &&
        (loaded.code === 'NOT_FOUND' ? (
          <MissingPage />
        ) : (
          <LoadFailed reason={loaded.reason} onRetry={reload} />
        ))}
      {loaded.state === 'ready' && (
        <Helping>
          <Editor opened={loaded.value.article} unsaved={loaded.value.unsaved} />
        </Helping>
      )}
    </>
  );
}

function articleId(): string | null {
  const [, id] = /^\/admin\/blog\/edit\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}

async function openArticle(id: string | null) {
  const article = id === null ? null : await readArticle(id);
  if (article?.state === 'deleted') {
    throw new ApiError('This article is in the bin. Restore it under All Blog Posts first.', {
      code: 'GONE',
      status: 410,
    });
  }
  return { article, unsaved: await findUnsaved(article) };
}
