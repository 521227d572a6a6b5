-- A category has lists as a tag has: `slug` is its name as it stands in addresses, `listed_at` the
-- article's published_at while it is live. Two names of one article that come to the same slug count
-- once. Triggers keep both in step.
ALTER TABLE article_categories ADD COLUMN slug TEXT NOT NULL DEFAULT '';
ALTER TABLE article_categories ADD COLUMN listed_at INTEGER;
CREATE TRIGGER article_categories_insert AFTER INSERT ON article_categories BEGIN
  UPDATE article_categories
  SET slug = (SELECT tag_slug(name) FROM categories WHERE id = new.category_id),
    listed_at = (SELECT published_at FROM articles WHERE id = new.article_id AND state = 'live')
  WHERE article_id = new.article_id AND category_id = new.category_id;
  UPDATE article_categories SET slug = ''
  WHERE article_id = new.article_id AND category_id = new.category_id AND EXISTS (
    SELECT 1 FROM article_categories AS other
    WHERE other.article_id = new.article_id AND other.category_id <> new.category_id
      AND other.slug = article_categories.slug);
END;
CREATE TRIGGER article_categories_follow AFTER UPDATE ON articles
WHEN old.state IS NOT new.state OR old.published_at IS NOT new.published_at BEGIN
  UPDATE article_categories
  SET listed_at = CASE new.state WHEN 'live' THEN new.published_at END
  WHERE article_id = new.id;
END;
UPDATE article_categories
SET slug = (SELECT tag_slug(name) FROM categories WHERE id = category_id),
  listed_at = (SELECT published_at FROM articles WHERE id = article_id AND state = 'live');
UPDATE article_categories SET slug = ''
WHERE EXISTS (
  SELECT 1 FROM article_categories AS other
  WHERE other.article_id = article_categories.article_id
    AND other.category_id < article_categories.category_id
    AND other.slug = article_categories.slug);
CREATE INDEX article_categories_by_slug ON article_categories (slug, listed_at, article_id);
CREATE INDEX article_categories_listed ON article_categories (slug) WHERE listed_at IS NOT NULL;

-- How often an article was read on a day, for 'Now Trending'. No reader is in it.
CREATE TABLE article_days (
  day INTEGER NOT NULL,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  views INTEGER NOT NULL,
  PRIMARY KEY (day, article_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_days_by_article ON article_days (article_id);

-- The articles read most of late, as the blog shows them until the next look.
CREATE TABLE trending (
  position INTEGER PRIMARY KEY,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX trending_by_article ON trending (article_id);
