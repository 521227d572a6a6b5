-- The state 'planned' is called 'scheduled'. SQLite changes a CHECK only with the table.
CREATE TABLE new_cross_posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  target TEXT NOT NULL CHECK (target IN ('linkedin', 'dev', 'medium')),
  state TEXT NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER,
  holder TEXT,
  held_until INTEGER,
  remote_id TEXT,
  url TEXT,
  reason TEXT,
  fingerprint TEXT,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  UNIQUE (article_id, target)
) STRICT;
INSERT INTO new_cross_posts
SELECT id, public_id, article_id, target, iif(state = 'planned', 'scheduled', state), attempts, next_at, holder,
  held_until, remote_id, url, reason, fingerprint, created_at, sent_at
FROM cross_posts;
DROP TABLE cross_posts;
ALTER TABLE new_cross_posts RENAME TO cross_posts;
CREATE INDEX cross_posts_due ON cross_posts (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX cross_posts_sending ON cross_posts (id) WHERE state = 'sending';
CREATE INDEX cross_posts_by_state ON cross_posts (state, id);
CREATE INDEX cross_posts_by_target ON cross_posts (target, state) WHERE next_at IS NULL;
