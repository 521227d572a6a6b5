-- Links by which a draft is shown to somebody before it is published. What opens them is signed with a
-- key that is not in the database.
CREATE TABLE draft_links (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- When it was opened last. NULL: never.
  seen_at INTEGER
) STRICT;
CREATE INDEX draft_links_by_article ON draft_links (article_id, ends_at);
