import { useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../../client/api-client.ts';
import { showToast } from '../../../client/show-toast.ts';
import { type EditorForm, formFrom } from '../form.ts';
import { discardUnsaved, formOfVersion, type Unsaved } from './find-unsaved.ts';

/** Unsaved work of earlier sittings, offered one after the other. */
export function useUnsaved(found: Unsaved[]) {
  const [offers, setOffers] = useState(found);
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

/** What unsaved work was written on; null when the server cannot say any more. */
export async function baseOf(
  article: ArticleResponse,
  { version }: Unsaved,
): Promise<EditorForm | null> {
  if (version === null || version === article.version) return formFrom(article);
  try {
    return await formOfVersion(article, version);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Then all that differs is shown, and nothing is merged by itself.
    return null;
  }
}
