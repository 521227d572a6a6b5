import type { CodeHostUserResponse } from '#contracts/panels.ts';
import { ApiError, callApi } from '../api-client.ts';
import { element } from '../search/elements.ts';

/** Looks users of the code-hosting service up; answers with what to do when the panel is entered. */
export function startUserPanel(panel: HTMLElement): () => void {
  const form = panel.querySelector<HTMLFormElement>('[data-user-form]');
  const input = form?.querySelector('input');
  const status = panel.querySelector('[data-user-status]');
  const place = panel.querySelector('[data-user]');
  let asking: AbortController | undefined;

  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const username = input?.value.trim() ?? '';
    if (!status || !place || !input) return;
    asking?.abort();
    place.replaceChildren();
    input.removeAttribute('aria-invalid');
    if (username === '') {
      status.textContent = 'Please type a name, such as torvalds.';
      input.setAttribute('aria-invalid', 'true');
      return input.focus();
    }
    const mine = new AbortController();
    asking = mine;
    status.textContent = 'Looking';
    try {
      const path = `/api/panels/code-host/${encodeURIComponent(username)}`;
      const user = await callApi<CodeHostUserResponse>('GET', path, { signal: mine.signal });
      status.textContent = `Found ${user.login}`;
      place.replaceChildren(drawUser(user));
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      status.textContent = error.message;
    }
  });
  return () => input?.focus();
}

function drawUser(user: CodeHostUserResponse): HTMLElement {
  const avatar = element('img', {
    ...{ class: 'user__avatar', src: user.avatar, width: '96', height: '96', alt: '' },
  });
  return element(
    'article',
    { class: 'user' },
    avatar,
    element(
      'div',
      {},
      element('h3', {}, user.link ? linkTo(user.link, user.login) : user.login),
      element('p', {}, ...blogOf(user.blog)),
      element('p', { class: 'label' }, `${user.public_repos} public repositories`),
    ),
    element('ul', { class: 'user__repos', role: 'list' }, ...user.repos.map(drawRepo)),
  );
}

const drawRepo = ({ name, link, language }: CodeHostUserResponse['repos'][number]) =>
  element(
    'li',
    {},
    link ? linkTo(link, name) : element('span', {}, name),
    element('span', { class: 'label' }, language),
  );

/** What people type as their blog is an address, an address without its beginning, or nothing. */
function blogOf(blog: string): (Node | string)[] {
  if (blog === '') return ['No blog'];
  const address = URL.parse(/^https?:\/\//i.test(blog) ? blog : `https://${blog}`);
  const isWeb = address !== null && /^https?:$/.test(address.protocol);
  return [isWeb ? linkTo(address.href, blog) : blog];
}

const linkTo = (href: string, text: string) =>
  element('a', { href, rel: 'ugc nofollow noopener' }, text);
