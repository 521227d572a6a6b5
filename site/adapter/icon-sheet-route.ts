import type { APIRoute, GetStaticPaths } from 'astro';
import { iconSheet, iconSheetVersion } from '../content/technology-icons.ts';

export const prerender = true;

export const getStaticPaths: GetStaticPaths = () => [{ params: { version: iconSheetVersion } }];

/** Serves the technology icons at the path set by injected-routes.ts. */
export const GET: APIRoute = () =>
  new Response(iconSheet, { headers: { 'content-type': 'image/svg+xml' } });
