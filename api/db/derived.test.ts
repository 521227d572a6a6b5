import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertTestArticle, insertTestProduct, insertTestUser } from '../testing/factories.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import { repairDerivedValues, wilsonLowerBound } from './derived.ts';
import { updateArticle } from './repositories/articles.ts';
import { insertComment, insertCommentLike, insertCommentReport } from './repositories/comments.ts';
import { deleteMemberRows, memberTables } from './repositories/member-data.ts';
import { deleteWorkingCopy, writeWorkingCopy } from './repositories/revisions.ts';
import type { StoredFields } from './schema/articles.ts';

let folder: string;
let database: Database;
let userId: number;
let articleId: number;
let commentId: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'derived-test-'));
  database = openMigrated(path.join(folder, 'site.db'));
  userId = insertTestUser(database).id;
  articleId = insertTestArticle(database, { authorId: userId, title: 'Otters' }).id;
  insertTestProduct(database, { id: 7, title: 'Book of otters', categoryId: 1 });
  const comment = { publicId: 'c', articleId, userId, guest: null, parentId: null, createdAt: 1 };
  const commentFields = {
    state: 'published' as const,
    spamFactors: [],
    text: 'Yes',
    html: '<p>Yes</p>',
  };
  commentId = insertComment(database.query, { ...comment, ...commentFields });
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const upToDate = {
  articles: 0,
  products: 0,
  'pages of the release': 0,
  'working copies': 0,
  comments: 0,
  'search documents without a page': 0,
};
const all = (sql: string) => database.raw.prepare(sql).all();
const found = (word: string) =>
  database.raw.prepare('SELECT rowid FROM site_search WHERE site_search MATCH ?').pluck().all(word);
const scoreOf = (id: number) =>
  database.raw.prepare('SELECT score FROM comments WHERE id = ?').pluck().get(id);

/** Changes rows of all kinds, as a client without our code does. */
function writeWithPlainClient(): void {
  const client = new BetterSqlite3(path.join(folder, 'site.db'));
  client.pragma('foreign_keys = ON');
  client.exec(`
    UPDATE articles SET title = 'Badgers', html = '<p>In a sett</p>', markdown = '![](/media/a.png)';
    INSERT INTO article_tags (article_id, position, tag) VALUES (${articleId}, 0, 'animals');
    INSERT INTO categories (id, kind, name) VALUES (50, 'article', 'Wild Life');
    INSERT INTO article_categories (article_id, position, category_id) VALUES (${articleId}, 0, 50);
    INSERT INTO working_copies (article_id, user_id, edit_session, version, saved_at, fields)
      VALUES (${articleId}, ${userId}, 's', 1, 1, '{"markdown":"![](/media/b.png)"}');
    UPDATE products SET title = 'Book of badgers', content = '![](/media/c.png)';
    UPDATE categories SET name = 'Novels' WHERE id = 1;
    INSERT INTO comment_likes (comment_id, user_id, created_at) VALUES (${commentId}, ${userId}, 1);
    INSERT INTO built_documents (path, kind, title, description, tags, headings, text)
      VALUES ('/games/x', 'game', 'Weasel', '', '[]', '[]', 'pop')`);
  client.close();
}

describe('derived values', () => {
  it('let any SQLite client write, and are found and repaired', () => {
    expect(repairDerivedValues(database.query)).toEqual(upToDate);
    writeWithPlainClient();
    expect(repairDerivedValues(database.query)).toEqual({
      articles: 1,
      products: 1,
      'pages of the release': 1,
      'working copies': 1,
      comments: 1,
      'search documents without a page': 0,
    });
    expect(found('badgers')).toEqual([-7, articleId]);
    expect(found('otters')).toEqual([]);
    expect(found('novels')).toEqual([-7]);
    expect(found('weasel')).toHaveLength(1);
    expect(all('SELECT file_name AS name FROM image_uses')).toEqual([{ name: 'a.png' }]);
    expect(all('SELECT file_name AS name FROM working_copy_images')).toEqual([{ name: 'b.png' }]);
    expect(all('SELECT file_name AS name FROM product_image_uses')).toEqual([{ name: 'c.png' }]);
    expect(all('SELECT slug FROM article_categories')).toEqual([{ slug: 'wild-life' }]);
    expect(scoreOf(commentId)).toBeCloseTo(wilsonLowerBound(1, 0));
    expect(repairDerivedValues(database.query)).toEqual(upToDate);
  });

  it('are repaired by a command, which names what it repaired', { tags: ['topic'] }, () => {
    writeWithPlainClient();
    const repair = () => {
      const file = path.join(import.meta.dirname, '../commands/repair.ts');
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder };
      return spawnSync(process.execPath, [file], { env, encoding: 'utf8' });
    };
    expect(repair()).toMatchObject({
      stdout:
        'Repaired: 1 articles, 1 products, 1 pages of the release, 1 working copies, 1 comments.\n',
      stderr: '',
    });
    expect(repair().stdout).toBe('All derived values are up to date.\n');
  });

  it('hide an article from the search when any SQLite client unpublishes it', () => {
    const client = new BetterSqlite3(path.join(folder, 'site.db'));
    client.exec("UPDATE articles SET draft = 1; UPDATE products SET state = 'retired'");
    client.close();
    expect(found('otters')).toEqual([]);
    expect(repairDerivedValues(database.query)).toEqual(upToDate);
  });

  it('follow likes and reports of a comment, also when a member leaves', () => {
    const { query } = database;
    const other = insertTestUser(database).id;
    insertCommentLike(query, { commentId, userId, createdAt: 1 });
    insertCommentLike(query, { commentId, userId: other, createdAt: 1 });
    const report = { commentId, reason: 'spam' as const, note: '', createdAt: 1 };
    insertCommentReport(query, { ...report, userId: other });
    insertCommentReport(query, { ...report, userId: null });
    expect(scoreOf(commentId)).toBeCloseTo(wilsonLowerBound(2, 1));
    for (const table of memberTables.filter(({ isKept }) => !isKept)) {
      deleteMemberRows(query, table, { id: other, confirmedEmail: null });
    }
    expect(scoreOf(commentId)).toBeCloseTo(wilsonLowerBound(1, 0));
    expect(repairDerivedValues(database.query)).toEqual(upToDate);
  });

  it('follow the images and the categories of an article and its working copies', () => {
    const { query } = database;
    const labels = { categories: ['C#', 'C++', 'Notes'] };
    updateArticle(query, articleId, 1, { markdown: '/media/a.png /media/a.png' }, labels);
    expect(all('SELECT file_name AS name FROM image_uses')).toEqual([{ name: 'a.png' }]);
    const copy = { articleId, userId, editSession: 's', version: 1, savedAt: 1 };
    const fields = { markdown: '/media/b.png', image: null } as StoredFields;
    writeWorkingCopy(query, { ...copy, fields });
    expect(all('SELECT file_name AS name FROM working_copy_images')).toEqual([{ name: 'b.png' }]);
    deleteWorkingCopy(query, copy, 's');
    expect(all('SELECT file_name AS name FROM working_copy_images')).toEqual([]);
    expect(repairDerivedValues(database.query)).toEqual(upToDate);
  });
});
