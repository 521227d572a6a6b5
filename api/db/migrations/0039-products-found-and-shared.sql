-- Products are found together with articles: only what stands in one index can be weighed against each
-- other. A product stands there under its row id with a minus before it.
DROP TABLE article_search_words;
ALTER TABLE article_search RENAME TO site_search;
CREATE VIRTUAL TABLE site_search_words USING fts5vocab (site_search, 'row');

CREATE VIEW product_search_documents AS
SELECT
  p.id,
  search_text(p.title) AS title,
  '' AS subtitle,
  search_text(p.description) AS description,
  (SELECT search_text(c.name) FROM categories c WHERE c.id = p.category_id) AS tags,
  '' AS headings,
  search_text_of_html(p.html) AS body
FROM products p
WHERE p.state = 'live';

INSERT INTO site_search (rowid, title, subtitle, description, tags, headings, body)
  SELECT -id, title, subtitle, description, tags, headings, body FROM product_search_documents;

CREATE TRIGGER product_search_insert AFTER INSERT ON products WHEN new.state = 'live' BEGIN
  INSERT INTO site_search (rowid, title, subtitle, description, tags, headings, body)
    SELECT -id, title, subtitle, description, tags, headings, body
    FROM product_search_documents WHERE id = new.id;
END;
-- A sale changes none of these columns.
CREATE TRIGGER product_search_update
AFTER UPDATE OF id, title, description, html, category_id, state ON products
WHEN (old.state = 'live' OR new.state = 'live') AND (
  old.state IS NOT new.state OR old.id IS NOT new.id OR old.title IS NOT new.title
  OR old.description IS NOT new.description OR old.html IS NOT new.html
  OR old.category_id IS NOT new.category_id
) BEGIN
  DELETE FROM site_search WHERE rowid = -old.id;
  INSERT INTO site_search (rowid, title, subtitle, description, tags, headings, body)
    SELECT -id, title, subtitle, description, tags, headings, body
    FROM product_search_documents WHERE id = new.id;
END;
CREATE TRIGGER product_search_delete AFTER DELETE ON products WHEN old.state = 'live' BEGIN
  DELETE FROM site_search WHERE rowid = -old.id;
END;
CREATE TRIGGER product_search_category AFTER UPDATE OF name ON categories
WHEN old.name IS NOT new.name BEGIN
  UPDATE site_search SET tags = search_text(new.name)
  WHERE rowid IN (SELECT -id FROM products WHERE category_id = new.id AND state = 'live');
END;

-- What the picture was drawn from that stands for a product where its address is shared.
CREATE TABLE product_share_pictures (
  product_id INTEGER PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  key TEXT NOT NULL
) STRICT;
