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
import type { SiteContent, Technology } from '#contracts/content.ts';
import { nameHash } from '#contracts/name-hash.ts';
import { orbitsOf } from './home.ts';

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

/** File with the icons of technologies: inline icons would double the size of the page. */
interface IconSheet {
  /** Contains a hash of the file, so browsers may cache it permanently. */
  path: string;
  svg: string;
}

/** Returns the icons of technologies as one file. Their IDs are `t0`, `t1` and so on, from the innermost orbit. */
export function iconSheetOf(all: SiteContent['technologies']): IconSheet {
  const symbols = orbitsOf(all)
    .flat()
    .map((technology, index) => {
      const path = iconOf(technology);
      return path && `<symbol id="t${index}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`;
    });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  return { path: `/_assets/technologies.${nameHash(svg).toString(36)}.svg`, svg };
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
