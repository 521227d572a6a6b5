import { rmSync, symlinkSync } from 'node:fs';
import { inject } from 'vitest';

/** Returns the folder of the site's code that was built for this run, see build-site-once.ts. */
export function builtSite(): string {
  const built = inject('builtSite');
  if ('problem' in built) throw new Error(`the site could not be built: ${built.problem}`);
  return built.folder;
}

/** Replaces a release's copy of the built site by a symbolic link, which is faster to copy. */
export function linkBuiltSite(copy: string): void {
  rmSync(copy, { recursive: true });
  symlinkSync(builtSite(), copy);
}
