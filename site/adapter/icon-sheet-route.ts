import type { APIRoute, GetStaticPaths } from 'astro';
import { iconSheet, iconSheetVersion } from '../content/icon-sheet.ts';

export const prerender = true;

export const getStaticPaths: GetStaticPaths = () => [{ params: { version: iconSheetVersion } }];

/** Serves the icons of the technologies at the address that injected-routes.ts gives it. */
export const GET: APIRoute = () =>
  new Response(iconSheet, { headers: { 'content-type': 'image/svg+xml' } });
