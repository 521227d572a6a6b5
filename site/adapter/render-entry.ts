import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });
const { manifest } = app;

/** By route: the policy is made of what the route's code contains, so it is the same for all pages. */
const policies = new Map<string, Uint8Array>();
let turn: Promise<unknown> = Promise.resolve();
const encoder = new TextEncoder();
const POLICY_MARK = '<meta charset="utf-8">';
const policyTag = /<meta http-equiv="content-security-policy"[^>]*>/;

/**
 * Renders one page.
 * @param url absolute address of the page; its origin becomes `Astro.url.origin`
 * @param locals what the page shows, see api/contracts/page.ts
 * @returns the HTML document as UTF-8
 * @throws Error when no route answers the address or the page does not answer 200
 */
export function render(url: string, locals: object): Promise<Uint8Array> {
  // One after the other: the policy mode is a switch of the whole app.
  const result = turn.then(() => renderNow(url, locals));
  turn = result.catch(() => undefined);
  return result;
}

async function renderNow(url: string, locals: object): Promise<Uint8Array> {
  const request = new Request(url);
  const routeData = app.match(request);
  if (!routeData) throw new Error(`no page answers ${new URL(url).pathname}`);
  const answer = async (withPolicy: boolean) => {
    setPolicyMode(withPolicy);
    const response = await app.render(request, { locals, routeData });
    if (response.status !== 200) {
      throw new Error(`${new URL(url).pathname} rendered with status ${response.status}`);
    }
    return new Uint8Array(await response.arrayBuffer());
  };
  let policy = policies.get(routeData.route);
  if (!policy) {
    policy = encoder.encode(findPolicy(await answer(true)));
    policies.set(routeData.route, policy);
  }
  return insertPolicy(await answer(false), policy);
}

// Astro hashes a page's styles anew for each page, which took a third of the time of rendering it,
// and would send the policy as a header. Ours become files, so it has to travel inside the page.
function setPolicyMode(on: boolean): void {
  manifest.shouldInjectCspMetaTags = on;
  if (manifest.csp) manifest.csp.cspDestination = 'meta' as never;
}

function findPolicy(document: Uint8Array): string {
  const tag = policyTag.exec(new TextDecoder().decode(document))?.[0];
  if (tag === undefined) throw new Error('the page carries no content security policy');
  return tag;
}

/** Right behind the charset, before anything the policy is about. */
function insertPolicy(document: Uint8Array, policy: Uint8Array): Uint8Array {
  const buffer = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  const mark = buffer.indexOf(POLICY_MARK);
  if (mark === -1) throw new Error(`the page lacks ${POLICY_MARK}`);
  const at = mark + POLICY_MARK.length;
  return Buffer.concat([buffer.subarray(0, at), policy, buffer.subarray(at)]);
}
