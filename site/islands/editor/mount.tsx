import { createRoot } from 'react-dom/client';
import { ApiError } from '../../lib/api-client.ts';
import { readArticle } from './article-calls.ts';
import { Editor } from './Editor.tsx';
import { Helping } from './helper/Helping.tsx';
import { findUnsaved } from './keeping/find-unsaved.ts';

/**
 * Opens the editor in `place`.
 * @param id of the article, or null for a new one
 * @throws ApiError when the article cannot be read
 */
export async function mount(place: HTMLElement, id: string | null): Promise<void> {
  const article = id === null ? null : await readArticle(id);
  if (article?.state === 'deleted') {
    throw new ApiError('This article is in the bin. Restore it under All Blog Posts first.', {
      code: 'GONE',
      status: 410,
    });
  }
  const unsaved = await findUnsaved(article);
  createRoot(place).render(
    <Helping>
      <Editor opened={article} unsaved={unsaved} />
    </Helping>,
  );
}
