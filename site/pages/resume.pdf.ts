import type { APIRoute } from 'astro';
import { profile } from '../content/profile.ts';
import { contentOf } from '../content/published.ts';
import { renderResumePdf } from '../content/resume-pdf.ts';
import display from '../styles/fonts/print-bricolage-bold.ttf?inline';
import regular from '../styles/fonts/print-newsreader-regular.ttf?inline';
import semibold from '../styles/fonts/print-newsreader-semibold.ttf?inline';

/** A font that the bundler wrote into the code as `data:…;base64,…`. */
const bytesOf = (address: string) =>
  Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));

/** /resume.pdf, made from the same data as /resume. */
export const GET: APIRoute = async ({ locals }) => {
  const fonts = {
    display: bytesOf(display),
    regular: bytesOf(regular),
    semibold: bytesOf(semibold),
  };
  const pdf = await renderResumePdf(contentOf(locals).resume, profile, fonts);
  return new Response(pdf, { headers: { 'content-type': 'application/pdf' } });
};
