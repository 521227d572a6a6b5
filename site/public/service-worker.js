// Takes the place of the worker of an older site, throws away what that one kept, and removes itself.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
      for (const page of await self.clients.matchAll({ type: 'window' })) {
        await page.navigate(page.url).catch(() => undefined);
      }
    })(),
  );
});
