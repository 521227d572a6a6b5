import type { APIRoute } from 'astro';
import { getSiteContent } from '../content/published.ts';
import { renderResumePdf } from '../content/resume-pdf.ts';
import display from '../styles/fonts/print-bricolage-bold.ttf?inline';
import regular from '../styles/fonts/print-newsreader-regular.ttf?inline';
import semibold from '../styles/fonts/print-newsreader-semibold.ttf?inline';

/** Decodes a font that the bundler inlined as `data:…;base64,…`. */
const bytesOf = (dataUrl: string) =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));

/** Renders /resume.pdf from the data of /resume. */
export const GET: APIRoute = async ({ locals }) => {
  const fonts = {
    display: bytesOf(display),
    regular: bytesOf(regular),
    semibold: bytesOf(semibold),
  };
  const { resume, profile } = getSiteContent(locals);
  const pdf = await renderResumePdf(resume, profile, fonts);
  return new Response(pdf, { headers: { 'content-type': 'application/pdf' } });
};
