import { z } from 'zod';
import { articleImages } from './article.ts';

/** Where pages of previews are read; the name of one follows. */
export const PAGE_PREVIEW_PATH = '/api/preview/page';

/** Words of a list; more than an article may have is left for a save to refuse. */
const words = z.array(z.string().max(200)).max(100).default([]);

/**
 * POST /api/preview/page: an article as it stands in the editor, unfinished as it may be. Nothing is
 * required, and nothing is stored but the page itself, for a few minutes.
 */
export const pagePreviewRequest = z
  .strictObject({
    id: z.string().max(200).nullable().default(null).describe('_id of the stored article, if any'),
    title: z.string().max(2000).default(''),
    subtitle: z.string().max(2000).default(''),
    description: z.string().max(5000).default(''),
    markdown: z.string().default(''),
    language: z.string().max(100).default('en'),
    category: words,
    tags: words,
    series: z.string().max(500).nullable().default(null),
    images: articleImages.pick({ public_id: true }).nullable().default(null),
    imageAlt: z.string().max(2000).default(''),
  })
  .meta({ id: 'PagePreview' });
export type PagePreviewRequest = z.output<typeof pagePreviewRequest>;

/** Where the page can be read by admins, inside a page of this site. */
export const pagePreviewResponse = z.object({ path: z.string() }).meta({ id: 'PagePreviewMade' });

/** Name of a made preview, in its address and as a file. */
export const pagePreviewName = z.string().regex(/^[0-9a-f]{32}$/, 'Preview not found.');
