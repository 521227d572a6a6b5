import type { APIRoute } from 'astro';
import { iconSheet } from '../content/icon-sheet.ts';
import { contentOf } from '../content/published.ts';

/** /technologies.svg: the icons of the technologies on the home page. */
export const GET: APIRoute = ({ locals }) =>
  new Response(new TextEncoder().encode(iconSheet(contentOf(locals).technologies.technologies)), {
    headers: { 'content-type': 'image/svg+xml' },
  });
