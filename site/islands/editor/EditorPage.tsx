import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { connectionChanged } from '#contracts/cross-post.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MissingPage } from '../ui/MissingPage.tsx';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';
import { AiHelper } from './ai-helper/AiHelperPanel.tsx';
import { readArticle } from './article-api.ts';
import { findUnsavedDrafts } from './drafts/unsaved-work.ts';
import { Editor } from './Editor.tsx';

/** LinkedIn's parameters of the URL; `code` is null if the owner denied the connection. */
interface LinkedinResponse {
  state: string;
  code: string | null;
}

/** /admin/blog/new, and /admin/blog/edit/{id}. */
export function EditorPage() {
  const [oauthResponse] = useState(readLinkedinResponse);
  const [id] = useState(articleId);
  const { loaded, reload } = useFetch(useCallback(() => openArticle(id), [id]));
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
        <AiHelper>
          <Editor opened={loaded.value.article} unsaved={loaded.value.unsaved} />
        </AiHelper>
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
  return { article, unsaved: await findUnsavedDrafts(article) };
}

/** Sends LinkedIn's OAuth response to the API and shows the result. */
function LinkedinReturn({ oauthResponse }: { oauthResponse: LinkedinResponse }) {
  const [result, setResult] = useState<{ msg: string; hasFailed: boolean } | null>(null);
  useEffect(() => {
    completeConnection(oauthResponse)
      .then((msg) => setResult({ msg, hasFailed: false }))
      .catch((error) => setResult({ msg: errorMessage(error), hasFailed: true }));
  }, [oauthResponse]);
  if (!result) return null;
  return (
    <p
      className={`banner connection-return${result.hasFailed ? ' banner--warning' : ''}`}
      role={result.hasFailed ? 'alert' : 'status'}
    >
      {result.msg} <a href="/admin/connections">Show the connections</a>
    </p>
  );
}

/** Returns LinkedIn's response from the URL. LinkedIn redirects to the page of a new article. */
function readLinkedinResponse(): LinkedinResponse | null {
  const search = new URLSearchParams(location.search);
  const state = search.get('state');
  const code = search.get('code');
  if (state === null || (code === null && !search.has('error'))) return null;
  return { state, code };
}

/**
 * Removes the response from the address bar and completes the connection.
 * @returns the API's message
 * @throws ApiError if the owner denied it or the API refuses
 */
async function completeConnection({ state, code }: LinkedinResponse): Promise<string> {
  history.replaceState(history.state, '', location.pathname);
  if (code === null) {
    throw new ApiError('You denied access at LinkedIn. Nothing was changed.', {
      code: 'VALIDATION',
      status: 0,
    });
  }
  const { msg } = await callApi<z.infer<typeof connectionChanged>>(
    'POST',
    '/api/admin/connections/linkedin/finish',
    { body: { code, state }, retry: false },
  );
  return msg;
}
