-- Which post of another system an article came of, so that importing its archive again finds it.
CREATE TABLE article_sources (
  source TEXT PRIMARY KEY,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX article_sources_by_article ON article_sources (article_id);
