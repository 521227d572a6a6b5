import { inject } from 'vitest';

/** Folder of the site's code as it was built for this run, see build-site-once.ts. */
export function builtSite(): string {
  const built = inject('builtSite');
  if ('problem' in built) throw new Error(`the site could not be built: ${built.problem}`);
  return built.folder;
}
