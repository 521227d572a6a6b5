-- The long texts move behind all other columns. SQLite keeps a row as one string of bytes and has
-- to walk through what stands before a column, so that every card of a list, every count and every
-- state cost the way over two texts of its article.

ALTER TABLE articles ADD COLUMN moved_toc TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(moved_toc));
ALTER TABLE articles ADD COLUMN moved_html TEXT NOT NULL DEFAULT '';
ALTER TABLE articles ADD COLUMN moved_markdown TEXT NOT NULL DEFAULT '';
UPDATE articles SET moved_toc = toc, moved_html = html, moved_markdown = markdown;
ALTER TABLE articles DROP COLUMN toc;
ALTER TABLE articles DROP COLUMN html;
ALTER TABLE articles DROP COLUMN markdown;
ALTER TABLE articles RENAME COLUMN moved_toc TO toc;
ALTER TABLE articles RENAME COLUMN moved_html TO html;
ALTER TABLE articles RENAME COLUMN moved_markdown TO markdown;

-- What pages read was most of what a release wrote into the database: each row repeated the path.
-- Pages get a number, and their hash makes way for a CRC-32, which is for finding faults alone.
ALTER TABLE pages RENAME TO old_pages;
ALTER TABLE page_reads RENAME TO old_page_reads;
CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  release_id INTEGER NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- NULL: not known, since the page was written before there were checksums.
  checksum INTEGER,
  rendered_at INTEGER NOT NULL,
  UNIQUE (release_id, path)
) STRICT;
CREATE TABLE page_reads (
  release_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  PRIMARY KEY (release_id, tag, page_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_reads_by_page ON page_reads (page_id);
INSERT INTO pages (release_id, path, kind, rendered_at)
  SELECT release_id, path, kind, rendered_at FROM old_pages;
INSERT INTO page_reads (release_id, tag, page_id)
  SELECT r.release_id, r.tag, p.id FROM old_page_reads r
  JOIN pages p ON p.release_id = r.release_id AND p.path = r.path;
DROP TABLE old_page_reads;
DROP TABLE old_pages;
