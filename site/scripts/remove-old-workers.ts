/** Removes the service workers of an earlier site on this domain. */
navigator.serviceWorker
  .getRegistrations()
  .then((workers) => workers.forEach((worker) => void worker.unregister()))
  // The call rejects if the browser blocks storage for this site.
  .catch(() => undefined);

export {};
