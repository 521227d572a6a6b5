import type { Desk, Folder, Kept } from './desk.ts';
import type { StoredArticle } from './inspect-site.ts';

/**
 * Checks that what an author was told is stored, and settles what a cut connection left open: a call
 * that nobody answered has happened whole or not at all.
 * @returns a sentence for each write that is lost
 */
export function settle(desks: Desk[], stored: StoredArticle[]): string[] {
  const bySlug = new Map(stored.map((article) => [article.slug, article]));
  const byId = new Map(stored.map((article) => [article.publicId, article]));
  const findings: string[] = [];
  for (const desk of desks) {
    for (const folder of desk.folders) {
      const id = folder.kept?.id;
      const found = id ? byId.get(id) : bySlug.get(folder.perhaps?.slug ?? '');
      findings.push(...settleOne(folder, found));
    }
    // A creation that did not happen leaves nothing to work on.
    const left = desk.folders.filter((folder) => folder.kept);
    desk.folders.splice(0, desk.folders.length, ...left);
  }
  return findings;
}

function settleOne(folder: Folder, found: StoredArticle | undefined): string[] {
  const { kept, perhaps } = folder;
  folder.perhaps = null;
  if (perhaps && found && isSame(perhaps, found)) {
    folder.kept = { ...perhaps, id: found.publicId };
    return [];
  }
  if (!kept) return found ? [`a new article is stored in part: ${found.slug}`] : [];
  if (found && isSame(kept, found)) return [];
  const now = found ? `${found.state} ${found.slug} ${found.title}` : 'nothing';
  return [`an acknowledged write is lost: ${kept.state} ${kept.slug} ${kept.title}, found ${now}`];
}

function isSame(kept: Kept, found: StoredArticle): boolean {
  const same = (one: string[], other: string[]) =>
    one.toSorted().join() === other.toSorted().join();
  return (
    kept.state === found.state &&
    kept.slug === found.slug &&
    kept.title === found.title &&
    found.markdown.includes(kept.mark) &&
    same(kept.tags, found.tags) &&
    same(kept.formerSlugs, found.formerSlugs)
  );
}
