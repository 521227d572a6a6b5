import { existsSync } from 'node:fs';
import path from 'node:path';

/** Folder of the version of this code: a package or a clone. */
export const ownRoot = path.resolve(import.meta.dirname, '..', '..');

/** Version that is installed beside the one in use. */
export interface InstalledVersion {
  /** Absolute folder. */
  root: string;
  /**
   * Makes the next start use this version.
   * @returns a function that undoes it
   */
  activate(): () => void;
  /** Removes the version, if it is not used. */
  remove(): void;
  /** Sentence that says which starts use it from now on. */
  startHint: string;
}

/** Returns the program with arguments that runs a command of a version with its own Node. */
export function commandOf(root: string, name: string): [program: string, file: string] {
  const node = path.join(root, 'node_modules', '.bin', 'node');
  const bundled = path.join(root, 'server', `${name}.js`);
  return [
    existsSync(node) ? node : process.execPath,
    existsSync(bundled) ? bundled : path.join(root, 'api', 'commands', `${name}.ts`),
  ];
}

/** Returns the environment of a version: its own build, packages and Node. */
export function environmentOf(root: string): NodeJS.ProcessEnv {
  if (root === ownRoot) return process.env;
  const modules = path.join(root, 'node_modules');
  return {
    ...process.env,
    PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    BUILD_DIR: path.join(root, 'dist'),
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'compiled'),
  };
}
