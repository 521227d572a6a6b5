-- What an article was after each save. Autosaves of one sitting share a row.
CREATE TABLE article_revisions (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  -- NULL: a command or an import, or an account that is gone.
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('save', 'autosave', 'restore', 'publish')),
  -- Of the article, with which it was stored.
  version INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  words INTEGER NOT NULL,
  title TEXT NOT NULL,
  -- The sitting at an editor that made the article: the same first save may arrive twice.
  sitting TEXT,
  -- JSON: every field that its author decides.
  fields TEXT NOT NULL
) STRICT;
CREATE INDEX article_revisions_newest ON article_revisions (article_id, id);
CREATE INDEX article_revisions_autosaves ON article_revisions (article_id, id)
  WHERE kind = 'autosave';
CREATE INDEX article_revisions_by_user ON article_revisions (user_id);
CREATE UNIQUE INDEX article_revisions_sitting ON article_revisions (sitting)
  WHERE sitting IS NOT NULL;

-- Unsaved work on articles that readers see, or will at a set time: one row for each sitting.
CREATE TABLE article_copies (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sitting TEXT NOT NULL,
  -- Of the article, on which it was written.
  version INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (article_id, user_id, sitting)
) STRICT;
CREATE INDEX article_copies_by_user ON article_copies (user_id);
