import {
  siAnsible,
  siAstro,
  siCircleci,
  siCloudflare,
  siDebian,
  siDjango,
  siDocker,
  siFastapi,
  siFastify,
  siFigma,
  siGit,
  siGithubactions,
  siGitlab,
  siGnubash,
  siGo,
  siGooglecloud,
  siGrafana,
  siHetzner,
  siJavascript,
  siKubernetes,
  siMongodb,
  siNginx,
  siNodedotjs,
  siOpentelemetry,
  siPostgresql,
  siPrometheus,
  siPython,
  siReact,
  siRedis,
  siRust,
  siSentry,
  siSqlite,
  siTerraform,
  siTypescript,
  siVitest,
} from 'simple-icons';
import { nameHash } from '#contracts/name-hash.ts';
import { orbits, type Technology } from './home.ts';

/** Icons by name, from simple-icons (CC0). Named imports keep all other icons out of the build. */
const drawnIcons: Record<string, { path: string }> = {
  Ansible: siAnsible,
  Astro: siAstro,
  Bash: siGnubash,
  CircleCI: siCircleci,
  Cloudflare: siCloudflare,
  Debian: siDebian,
  Django: siDjango,
  Docker: siDocker,
  FastAPI: siFastapi,
  Fastify: siFastify,
  Figma: siFigma,
  Git: siGit,
  'GitHub Actions': siGithubactions,
  'GitLab CI': siGitlab,
  Go: siGo,
  'Google Cloud': siGooglecloud,
  Grafana: siGrafana,
  Hetzner: siHetzner,
  JavaScript: siJavascript,
  Kubernetes: siKubernetes,
  MongoDB: siMongodb,
  nginx: siNginx,
  'Node.js': siNodedotjs,
  OpenTelemetry: siOpentelemetry,
  PostgreSQL: siPostgresql,
  Prometheus: siPrometheus,
  Python: siPython,
  React: siReact,
  Redis: siRedis,
  Rust: siRust,
  Sentry: siSentry,
  SQLite: siSqlite,
  Terraform: siTerraform,
  TypeScript: siTypescript,
  Vitest: siVitest,
};

/**
 * All icons of the orbits, as one file: inline icons would double the size of the page. Its name contains a
 * hash of its content, so browsers may cache it permanently.
 */
const icons = new Map(
  orbits.flat().flatMap((technology, index) => {
    const path = iconOf(technology);
    return path === null ? [] : [[technology.name, { id: `t${index}`, path }] as const];
  }),
);

const symbols = [...icons.values()].map(
  ({ id, path }) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
);

export const iconSheet = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;

/** Hash in the file name, between `technologies.` and `.svg`. */
export const iconSheetVersion = nameHash(iconSheet).toString(36);

/** Returns the URL of the icon of a technology for `<use>`; null if the page shows its initials. */
export function iconUrl({ name }: Technology): string | null {
  const icon = icons.get(name);
  return icon ? `/_assets/technologies.${iconSheetVersion}.svg#${icon.id}` : null;
}

/**
 * Returns the path data on a grid of 24 units; null if the technology has no icon. Two decimals are more precise
 * than a pixel and save a third of the bytes.
 */
export function iconOf({ name, drawing }: Technology): string | null {
  const path = drawing ?? drawnIcons[name]?.path;
  return path?.replace(/(\.\d\d)\d+/g, '$1') ?? null;
}

/** Returns up to two letters for a technology without an icon. */
export function technologyInitials({ name }: Technology): string {
  const capitals = name.replace(/[^\p{Lu}\d]/gu, '');
  return (capitals.length > 1 ? capitals : name).slice(0, 2);
}
