import { openAdminDoor } from '../admin-door.ts';

/** Draws /admin/mail, once the API agrees that an admin is here. */
export async function start(): Promise<void> {
  const place = document.getElementById('mail');
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
