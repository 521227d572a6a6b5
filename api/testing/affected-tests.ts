/** Rules by which `make test CHANGED=1` selects tests; docs/test.md describes them. */

/** Files whose changes can affect every test. */
const EVERYTHING =
  /^(api\/(app|config|context|server|start-server|start-site)\.ts|api\/testing\/.*|e2e\/support\/((site|whole-site|site-proxy|build-once|font-sets)\.ts|clock-ahead\.mjs)|(vitest|playwright|astro)\.config\.m?ts|package(-lock)?\.json)$/;

/** Words of paths that name a folder or a kind of file instead of a topic. */
const PLACES = new Set(
  (
    'admin api app bench call client component content contract css db e2e engine file form format game ' +
    'index island list member mjs page plugin public publisher query read repository route script service site store style test ' +
    'testing ts tsx astro md json use view work write'
  ).split(' '),
);

/** Journeys by a part of the path of the code that they run, in addition to journeys with the same name. */
export const JOURNEYS: Readonly<Record<string, string>> = {
  account: 'accounts sign-in',
  'api-client': 'sign-in errors comments',
  'bird-shoot': 'action-games',
  cart: 'buying cart-link',
  checkout: 'buying',
  'report-errors': 'page-views',
  comment: 'comments comment-panel',
  'connect-four': 'board-games',
  'ui/Dialogs': 'admin-users',
  corner: 'game-corner',
  crosspost: 'connections',
  dispute: 'sales',
  download: 'library',
  editor: 'writing drafts',
  export: 'import-export',
  import: 'import-export',
  inbox: 'contact',
  intent: 'slow-network',
  'islands/games': 'board-games game-corner game-settings',
  'job-list': 'admin-warnings',
  layouts: 'header',
  ListPage: 'admin-lists',
  ListStates: 'admin-lists show-more',
  liked: 'reactions',
  mail: 'mail',
  markdown: 'writing reader-reads',
  media: 'uploads images',
  member: 'sign-in',
  MembersOnly: 'guards',
  message: 'contact',
  moderation: 'comments scores',
  'not-found': 'errors',
  order: 'buying sales',
  passkey: 'second-factors',
  password: 'accounts sign-in',
  payment: 'buying',
  project: 'case-studies',
  publisher: 'owner-publishes reader-reads',
  queue: 'owner-publishes mail buying',
  registration: 'accounts sign-in',
  revision: 'drafts',
  'routes/admin/sales': 'discounts',
  'routes/public/sessions': 'oauth',
  session: 'sign-in',
  subscriber: 'subscribe newsletter',
  'tic-tac-toe': 'board-games',
  totp: 'second-factors',
  'use-action': 'admin-users notifications',
  'use-dialog': 'comment-panel search',
  'use-form': 'contact sign-in discounts',
  'use-fetch': 'notifications admin-lists',
  user: 'admin-users',
  'whac-a-mole': 'action-games',
};

/** Journeys for a change in the site or the API if no other rule selects a journey. */
export const SMOKE = 'footer blog';

/** Tests of the API that run none of the site's code. */
const WITHOUT_SITE = /^api\/(?!publisher\/|start\/|testing\/)/;

/** Test that calls each route as every kind of user. */
export const ROUTE_TEST = 'api/plugins/authorization.test.ts';

const journey = (name: string) => `e2e/${name}.test.ts`;

/** Returns the topics of a path: `comment` for `api/routes/admin/moderation.ts`. */
function topicsOf(file: string): Set<string> {
  const words = file
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[a-z]{3})s$/, ''));
  return new Set(words.filter((word) => word.length > 2 && !PLACES.has(word)));
}

/**
 * Returns the tests that changed files can affect.
 * @param changed paths of changed files
 * @param reached paths of modules that import a changed file directly or indirectly
 * @param tests paths of all tests
 */
export function selectAffectedTests(
  changed: readonly string[],
  reached: readonly string[],
  tests: readonly string[],
): string[] {
  if (changed.some((file) => EVERYTHING.test(file) && !file.endsWith('.test.ts')))
    return [...tests];
  const selected = new Set([...changed, ...reached]);
  for (const file of changed) {
    if (!/^(api|site|games|content)\//.test(file) || file.endsWith('.test.ts')) continue;
    const topics = topicsOf(file);
    for (const test of tests) {
      if (file.startsWith('site/') && WITHOUT_SITE.test(test)) continue;
      if ([...topicsOf(test)].some((topic) => topics.has(topic))) selected.add(test);
    }
    if (file.startsWith('api/routes/')) selected.add(ROUTE_TEST);
    const parts = Object.keys(JOURNEYS).filter((part) => file.includes(part));
    for (const part of parts) {
      for (const name of JOURNEYS[part]?.split(' ') ?? []) selected.add(journey(name));
    }
  }
  const changesProduct = changed.some((file) => /^(api|site|content)\//.test(file));
  const isJourney = (file: string) => file.startsWith('e2e/');
  const matches = tests.filter((test) => selected.has(test));
  if (changesProduct && !matches.some(isJourney)) matches.push(...SMOKE.split(' ').map(journey));
  return matches;
}
