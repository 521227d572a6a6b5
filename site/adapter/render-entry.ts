import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

// Astro sends the content security policy of on-demand pages as a response header; ours become
// files, so the policy has to travel inside the page.
if (app.manifest.csp) app.manifest.csp.cspDestination = 'meta' as never;

/**
 * Renders one page.
 * @param url absolute address of the page; its origin becomes `Astro.url.origin`
 * @param locals what the page shows, see api/contracts/page.ts
 * @returns the HTML document
 * @throws Error when no route answers the address or the page does not answer 200
 */
export async function render(url: string, locals: object): Promise<string> {
  const request = new Request(url);
  const routeData = app.match(request);
  if (!routeData) throw new Error(`no page answers ${new URL(url).pathname}`);
  const response = await app.render(request, { locals, routeData });
  if (response.status !== 200) {
    throw new Error(`${new URL(url).pathname} rendered with status ${response.status}`);
  }
  return response.text();
}
