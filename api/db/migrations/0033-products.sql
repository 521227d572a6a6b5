-- What the shop sells. Money is a whole number of the currency's smallest unit. A product that was ever
-- sold keeps its row for good; `deleted` is how one that never was leaves every list, so that what still
-- names it (a cart, a payment under way) finds it.
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  product_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',
  html TEXT NOT NULL DEFAULT '',
  price INTEGER NOT NULL DEFAULT 0 CHECK (price >= 0),
  category_id INTEGER REFERENCES categories (id),
  sells TEXT NOT NULL DEFAULT 'copy' CHECK (sells IN ('copy', 'seats', 'keys')),
  state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'live', 'retired', 'deleted')),
  sold INTEGER NOT NULL DEFAULT 0 CHECK (sold >= 0),
  first_sold_at INTEGER,
  -- When it was made, and once it was for sale, when that began.
  listed_at INTEGER NOT NULL,
  live_at INTEGER,
  deleted_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX products_newest ON products (state, listed_at, id);
CREATE INDEX products_by_price ON products (state, price, id);
CREATE INDEX products_by_sold ON products (state, sold, id);
CREATE INDEX products_by_title ON products (state, title COLLATE NOCASE, id);
CREATE INDEX products_of_category ON products (category_id, state, listed_at, id);
CREATE INDEX products_of_category_by_price ON products (category_id, state, price, id);
CREATE INDEX products_of_category_by_sold ON products (category_id, state, sold, id);
CREATE INDEX products_of_category_by_title
  ON products (category_id, state, title COLLATE NOCASE, id);
CREATE INDEX products_deleted ON products (deleted_at) WHERE deleted_at IS NOT NULL;

-- Found by part of their title, from three characters on.
CREATE VIRTUAL TABLE product_titles USING fts5 (
  title, content = 'products', content_rowid = 'id', tokenize = 'trigram'
);
CREATE TRIGGER product_titles_insert AFTER INSERT ON products BEGIN
  INSERT INTO product_titles (rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER product_titles_delete AFTER DELETE ON products BEGIN
  INSERT INTO product_titles (product_titles, rowid, title) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER product_titles_update AFTER UPDATE OF title ON products
WHEN old.title IS NOT new.title BEGIN
  INSERT INTO product_titles (product_titles, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO product_titles (rowid, title) VALUES (new.id, new.title);
END;

-- Addresses that a product had before.
CREATE TABLE product_former_slugs (
  slug TEXT PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX product_former_slugs_of_product ON product_former_slugs (product_id);

CREATE TABLE product_pictures (
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  media_id INTEGER NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  alt TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_pictures_by_media ON product_pictures (media_id, product_id);

-- Which pictures the content of a product names, as picture_uses knows it of articles.
CREATE TABLE product_picture_uses (
  file_name TEXT NOT NULL,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (file_name, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_picture_uses_of_product ON product_picture_uses (product_id);
CREATE TRIGGER product_picture_uses_insert AFTER INSERT ON products BEGIN
  INSERT INTO product_picture_uses (file_name, product_id)
    SELECT value, new.id FROM json_each(picture_names(new.content));
END;
CREATE TRIGGER product_picture_uses_update AFTER UPDATE OF content ON products
WHEN old.content IS NOT new.content BEGIN
  DELETE FROM product_picture_uses WHERE product_id = new.id;
  INSERT INTO product_picture_uses (file_name, product_id)
    SELECT value, new.id FROM json_each(picture_names(new.content));
END;

-- What buyers get. A file that is taken off a product stays for those who bought it before.
CREATE TABLE product_files (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
CREATE INDEX product_files_of_product ON product_files (product_id, position, id);

-- `stored` is the name of the file in the folder of product files, which says nothing and is never
-- served as it stands; `name` is what it is called when it is downloaded.
CREATE TABLE product_file_versions (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  file_id INTEGER NOT NULL REFERENCES product_files (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  changelog TEXT NOT NULL DEFAULT '',
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  stored TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  UNIQUE (file_id, version)
) STRICT;
CREATE INDEX product_file_versions_of_file ON product_file_versions (file_id, id);

-- What was uploaded for a product, or is being uploaded, until the product is saved with it.
CREATE TABLE product_uploads (
  id TEXT PRIMARY KEY,
  uploader_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT,
  created_at INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX product_uploads_by_touch ON product_uploads (touched_at);
CREATE INDEX product_uploads_of_user ON product_uploads (uploader_id);

INSERT INTO categories (kind, name) VALUES ('product', 'Software'), ('product', 'Books');
