import { openAdminDoor } from '../admin-door.ts';

/** Draws what was read on /admin/views, once the API agrees that an admin is here. */
export async function start(): Promise<void> {
  const place = document.getElementById('views');
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
