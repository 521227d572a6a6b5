-- Accounts at other services that articles are posted to. What opens them is sealed with a key that
-- is not in the database.
CREATE TABLE connections (
  target TEXT PRIMARY KEY CHECK (target IN ('linkedin', 'dev', 'medium')),
  sealed BLOB NOT NULL,
  -- Who we are over there: an id that calls need, and a name for people.
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  connected_at INTEGER NOT NULL,
  -- NULL: it does not end by itself.
  expires_at INTEGER,
  -- When the admins were told that it ends soon.
  reminded_at INTEGER,
  -- Since when the service refuses it. NULL: it does not.
  refused_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX connections_ending ON connections (expires_at)
  WHERE expires_at IS NOT NULL AND reminded_at IS NULL;

-- The ledger of cross-posts: one row for each article and service, so that none is posted twice.
CREATE TABLE cross_posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  target TEXT NOT NULL CHECK (target IN ('linkedin', 'dev', 'medium')),
  state TEXT NOT NULL DEFAULT 'planned'
    CHECK (state IN ('planned', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- When it is worked on next: posted, looked for over there, or brought up to date. NULL: it waits
  -- for somebody, or nothing is to be done.
  next_at INTEGER,
  holder TEXT,
  held_until INTEGER,
  -- What it is called over there, and its address.
  remote_id TEXT,
  url TEXT,
  reason TEXT,
  -- Of what was sent last.
  fingerprint TEXT,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  UNIQUE (article_id, target)
) STRICT;
CREATE INDEX cross_posts_due ON cross_posts (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX cross_posts_sending ON cross_posts (id) WHERE state = 'sending';
CREATE INDEX cross_posts_by_state ON cross_posts (state, id);
CREATE INDEX cross_posts_by_target ON cross_posts (target, state) WHERE next_at IS NULL;
