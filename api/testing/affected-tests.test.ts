import { existsSync, globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JOURNEYS, ROUTE_TEST, SMOKE, selectAffectedTests } from './affected-tests.ts';

const tests = globSync('{api,site,games,e2e}/**/*.test.ts');
const select = (changed: string, reached: string[] = []) =>
  selectAffectedTests([changed], reached, tests).sort();

describe('the selected tests', () => {
  it.each([
    ['an island', 'site/islands/discounts/DiscountsPage.tsx', 'e2e/discounts.test.ts'],
    ['a game', 'games/pacman/view.ts', 'e2e/pacman.test.ts'],
    ['a route', 'api/routes/public/search.ts', 'api/routes/public/search.test.ts'],
    ['a service', 'api/services/comments/spam-score.ts', 'e2e/comment-panel.test.ts'],
    ['code with another name', 'site/islands/inbox/Inbox.tsx', 'e2e/contact.test.ts'],
    ['a hook of all forms', 'site/islands/ui/use-form.ts', 'e2e/contact.test.ts'],
    ['any route', 'api/routes/public/health.ts', ROUTE_TEST],
    ['code without a journey', 'site/adapter/index.ts', 'e2e/footer.test.ts'],
  ])('include a test with the same name or topic for %s', (_, changed, test) => {
    expect(select(changed)).toContain(test);
  });

  it('include tests that import the changed file', () => {
    const test = 'api/services/identifiers.test.ts';
    expect(select('site/format/date.ts', [test])).toContain(test);
  });

  it('include no tests of routes for a change in the site', () => {
    const selected = select('site/islands/article/ReactionToggles.tsx');
    expect(selected.filter((test) => test.startsWith('api/routes/'))).toEqual([]);
    expect(selected).toContain('e2e/reactions.test.ts');
  });

  it('are few for a change in one place', () => {
    expect(select('site/islands/discounts/DiscountsPage.tsx').length).toBeLessThan(8);
  });

  it('are all tests for a change in code that every test uses', () => {
    expect(select('api/app.ts')).toEqual(tests.toSorted());
  });

  it('are empty for a change in the documentation', () => {
    expect(select('docs/rooms.md')).toEqual([]);
  });
});

describe('the table of journeys', () => {
  it('names journeys that exist', () => {
    const names = [SMOKE, ...Object.values(JOURNEYS)].flatMap((list) => list.split(' '));
    expect(names.filter((name) => !existsSync(`e2e/${name}.test.ts`))).toEqual([]);
    expect(existsSync(ROUTE_TEST)).toBe(true);
  });

  it('names parts of paths that exist', () => {
    const files = globSync('{api,site,games,content}/**/*');
    const isUnused = (part: string) => !files.some((file) => file.includes(part));
    expect(Object.keys(JOURNEYS).filter(isUnused)).toEqual([]);
  });
});
