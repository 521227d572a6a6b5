import { useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../../client/api-client.ts';
import { showToast } from '../../../client/show-toast.ts';
import { type EditorForm, formFrom } from '../form.ts';
import { discardUnsaved, formOfVersion, type Unsaved } from './find-unsaved.ts';

/** Unsaved drafts of earlier editing sessions, offered one at a time. */
export function useUnsaved(drafts: Unsaved[]) {
  const [offers, setOffers] = useState(drafts);
  return {
    offered: offers[0] ?? null,
    offer: (unsaved: Unsaved) => setOffers((current) => [unsaved, ...current]),
    next: () => setOffers((current) => current.slice(1)),
    async drop(id: string | null): Promise<void> {
      const [first] = offers;
      if (!first) return;
      setOffers((current) => current.slice(1));
      try {
        await discardUnsaved(id, first);
      } catch (error) {
        // It will be offered again.
        if (!(error instanceof ApiError)) throw error;
        showToast({ type: 'error', message: error.message });
      }
    },
  };
}

/** Base of the unsaved draft; null if the server no longer has it. */
export async function baseOf(
  article: ArticleResponse,
  { version }: Unsaved,
): Promise<EditorForm | null> {
  if (version === null || version === article.version) return formFrom(article);
  try {
    return await formOfVersion(article, version);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Then all differences are shown, and none is merged automatically.
    return null;
  }
}
