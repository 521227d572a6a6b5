-- Who likes what: a like is a row, so that nobody counts twice.
CREATE TABLE article_likes (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (article_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_likes_by_user ON article_likes (user_id, created_at);

-- What a member keeps to read.
CREATE TABLE saved_articles (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, article_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX saved_articles_by_time ON saved_articles (user_id, created_at, article_id);
CREATE INDEX saved_articles_by_article ON saved_articles (article_id);

-- Articles that members who wanted to be are told of, each once. As with newsletters, `reached` is
-- the last user who has been: a kill in between leaves nobody out.
CREATE TABLE article_alerts (
  article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  reached INTEGER NOT NULL DEFAULT 0,
  written_at INTEGER
) STRICT;
CREATE INDEX article_alerts_to_write ON article_alerts (article_id) WHERE written_at IS NULL;
-- What has been published before there were alerts is no news.
INSERT INTO article_alerts (article_id, started_at, written_at)
  SELECT id, published_at, published_at FROM articles WHERE published_at IS NOT NULL;

CREATE INDEX users_with_alerts ON users (id) WHERE notifications = 1;
