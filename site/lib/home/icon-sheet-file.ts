import type { APIRoute, GetStaticPaths } from 'astro';
import { iconSheet, iconSheetVersion } from './icon-sheet.ts';

export const prerender = true;

/** Its one name. */
export const getStaticPaths: GetStaticPaths = () => [{ params: { version: iconSheetVersion } }];

/** The file of all icons, at the address that injected-routes.ts gives it. */
export const GET: APIRoute = () =>
  new Response(iconSheet, { headers: { 'content-type': 'image/svg+xml' } });
