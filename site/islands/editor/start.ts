import { enterAdminPage } from '../admin-door.ts';
import { hearLinkedin, takeLinkedinAnswer } from '../connections/linkedin-return.ts';

/** Draws the editor, once the API agrees that an admin is here. */
export function start(): Promise<void> {
  const answer = takeLinkedinAnswer();
  return enterAdminPage('editor', async (place) => {
    if (answer) void hearLinkedin(answer, place);
    const { mount } = await import('./mount.tsx');
    await mount(place, articleId());
  });
}

/** /admin/blog/edit/{id}: one built page serves them all. */
function articleId(): string | null {
  const [, id] = /^\/admin\/blog\/edit\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}
