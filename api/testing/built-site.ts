import { rmSync, symlinkSync } from 'node:fs';
import { inject } from 'vitest';

/** Folder of the site's code as it was built for this run, see build-site-once.ts. */
export function builtSite(): string {
  const built = inject('builtSite');
  if ('problem' in built) throw new Error(`the site could not be built: ${built.problem}`);
  return built.folder;
}

/** Puts a link to the built site in the place of a release's copy of it, which is quicker to copy. */
export function linkBuiltSite(copy: string): void {
  rmSync(copy, { recursive: true });
  symlinkSync(builtSite(), copy);
}
