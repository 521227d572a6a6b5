// Replaces the service worker of an older site, deletes its caches, and unregisters itself.
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
