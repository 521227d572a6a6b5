-- Times are milliseconds since 1970 in UTC. Flags are 0 or 1.

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  role INTEGER NOT NULL DEFAULT 0 CHECK (role IN (0, 1)),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'deleted', 'placeholder')),
  avatar TEXT,
  title TEXT NOT NULL DEFAULT '',
  bio TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  work TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(work)),
  education TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(education)),
  skills TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(skills)),
  websites TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(websites)),
  social_media TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(social_media)),
  notifications INTEGER NOT NULL DEFAULT 0 CHECK (notifications IN (0, 1)),
  password_changed_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX users_role ON users (role, status);

-- One row per signed-in device. The refresh token rotates; its predecessor stays valid for a few
-- seconds, so that two tabs asking at once do not look like a thief.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  refresh_hash TEXT NOT NULL UNIQUE,
  previous_hash TEXT,
  previous_valid_until INTEGER,
  remember INTEGER NOT NULL CHECK (remember IN (0, 1)),
  user_agent TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  idle_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked_reason TEXT
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_previous ON sessions (previous_hash);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE setup_tokens (
  hash TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('article', 'product')),
  name TEXT NOT NULL COLLATE NOCASE,
  UNIQUE (kind, name)
) STRICT;

CREATE TABLE media (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  file_name TEXT NOT NULL UNIQUE,
  source_hash TEXT NOT NULL UNIQUE,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  mime TEXT NOT NULL,
  folder TEXT NOT NULL DEFAULT 'articles',
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE articles (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  author_id INTEGER NOT NULL REFERENCES users (id),
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  markdown TEXT NOT NULL,
  html TEXT NOT NULL,
  toc TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(toc)),
  words INTEGER NOT NULL DEFAULT 0,
  language TEXT NOT NULL DEFAULT 'en',
  slug TEXT NOT NULL UNIQUE,
  series TEXT,
  series_slug TEXT,
  media_id INTEGER REFERENCES media (id),
  image_alt TEXT NOT NULL DEFAULT '',
  linkedin INTEGER NOT NULL DEFAULT 0 CHECK (linkedin IN (0, 1)),
  dev INTEGER NOT NULL DEFAULT 0 CHECK (dev IN (0, 1)),
  medium INTEGER NOT NULL DEFAULT 0 CHECK (medium IN (0, 1)),
  linkedin_content TEXT NOT NULL DEFAULT '',
  draft INTEGER NOT NULL DEFAULT 1 CHECK (draft IN (0, 1)),
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  scheduled_at INTEGER,
  published_at INTEGER,
  deleted_at INTEGER,
  views INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  state TEXT GENERATED ALWAYS AS (
    CASE
      WHEN deleted_at IS NOT NULL THEN 'deleted'
      WHEN draft = 1 THEN 'draft'
      WHEN scheduled_at IS NOT NULL THEN 'scheduled'
      WHEN archived = 1 THEN 'archived'
      ELSE 'live'
    END
  ) STORED,
  CHECK (state NOT IN ('live', 'archived') OR published_at IS NOT NULL)
) STRICT;
CREATE INDEX articles_by_state ON articles (state, published_at, id);
CREATE INDEX articles_by_author ON articles (author_id, state, published_at, id);
CREATE INDEX articles_by_update ON articles (state, updated_at, id);
CREATE INDEX articles_by_creation ON articles (created_at, id);
CREATE INDEX articles_by_series ON articles (series_slug, state, published_at, id)
  WHERE series_slug IS NOT NULL;
CREATE INDEX articles_due ON articles (scheduled_at) WHERE scheduled_at IS NOT NULL;
CREATE INDEX articles_in_bin ON articles (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX articles_by_media ON articles (media_id) WHERE media_id IS NOT NULL;

-- Titles are searched as substrings: from three characters the trigram index answers.
CREATE VIRTUAL TABLE article_titles USING fts5 (
  title, content = 'articles', content_rowid = 'id', tokenize = 'trigram'
);
CREATE TRIGGER article_titles_insert AFTER INSERT ON articles BEGIN
  INSERT INTO article_titles (rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER article_titles_delete AFTER DELETE ON articles BEGIN
  INSERT INTO article_titles (article_titles, rowid, title) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER article_titles_update AFTER UPDATE OF title ON articles
WHEN old.title IS NOT new.title BEGIN
  INSERT INTO article_titles (article_titles, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO article_titles (rowid, title) VALUES (new.id, new.title);
END;

-- `listed_at` repeats the article's published_at while it is live, so that a list of one tag is one
-- range of one index however many articles there are. Triggers keep it in step.
CREATE TABLE article_tags (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tag TEXT NOT NULL,
  listed_at INTEGER,
  PRIMARY KEY (article_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_tags_by_tag ON article_tags (tag, listed_at, article_id);
CREATE INDEX article_tags_listed ON article_tags (tag) WHERE listed_at IS NOT NULL;
CREATE TRIGGER article_tags_insert AFTER INSERT ON article_tags BEGIN
  UPDATE article_tags
  SET listed_at = (SELECT published_at FROM articles WHERE id = new.article_id AND state = 'live')
  WHERE article_id = new.article_id AND tag = new.tag;
END;
CREATE TRIGGER article_tags_follow AFTER UPDATE ON articles
WHEN old.state IS NOT new.state OR old.published_at IS NOT new.published_at BEGIN
  UPDATE article_tags
  SET listed_at = CASE new.state WHEN 'live' THEN new.published_at END
  WHERE article_id = new.id;
END;

CREATE TABLE article_categories (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  PRIMARY KEY (article_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_categories_by_category ON article_categories (category_id, article_id);

-- Addresses an article had before; they lead to the present one for good.
CREATE TABLE former_slugs (
  slug TEXT PRIMARY KEY,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX former_slugs_by_article ON former_slugs (article_id);

-- One view per reader, article and day. `reader` is a keyed hash that changes daily.
CREATE TABLE article_views (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  reader TEXT NOT NULL,
  PRIMARY KEY (day, article_id, reader)
) STRICT, WITHOUT ROWID;

-- The outbox: what has to happen because of a committed change, written in its transaction.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  article_id INTEGER,
  state TEXT NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  priority INTEGER NOT NULL DEFAULT 5,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  lease_holder TEXT,
  lease_until INTEGER,
  error TEXT,
  result TEXT CHECK (result IS NULL OR json_valid(result)),
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_waiting ON jobs (state, priority, run_at, id);
CREATE INDEX jobs_by_article ON jobs (article_id, id) WHERE article_id IS NOT NULL;

-- Which process may do what only one may do at a time.
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  held_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE releases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  build_id TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('rendering', 'live', 'previous', 'failed', 'removed')),
  error TEXT,
  created_at INTEGER NOT NULL,
  live_at INTEGER
) STRICT;
CREATE INDEX releases_by_state ON releases (state, id);

-- The published pages of a release, and what each of them read.
CREATE TABLE pages (
  release_id INTEGER NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  kind TEXT NOT NULL,
  hash TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  rendered_at INTEGER NOT NULL,
  PRIMARY KEY (release_id, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE page_reads (
  release_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (release_id, tag, path),
  FOREIGN KEY (release_id, path) REFERENCES pages (release_id, path) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX page_reads_by_path ON page_reads (release_id, path);

-- Where the numbered pages of a list begin: page `number` holds the articles from (from_time,
-- from_id) up to the next page's start. Counting from the oldest keeps old pages as they are.
CREATE TABLE list_pages (
  list TEXT NOT NULL,
  number INTEGER NOT NULL,
  from_time INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  PRIMARY KEY (list, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX list_pages_by_start ON list_pages (list, from_time, from_id);

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
