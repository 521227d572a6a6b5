import { openAdminDoor } from '../admin-door.ts';

/** Draws the list of /admin/subscribers, once the API agrees that an admin is here. */
export async function start(): Promise<void> {
  const place = document.getElementById('subscribers');
  const missing = document.getElementById('missing');
  if (!place || !missing) return;
  await openAdminDoor({
    place,
    missing,
    enter: async () => {
      const { mount } = await import('./mount.tsx');
      mount(place);
    },
  });
}
