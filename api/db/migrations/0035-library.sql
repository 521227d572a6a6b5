-- What members own: one row for each line of an order. It goes with the refund of that line, and its row
-- stays to say so.
CREATE TABLE library_entries (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  -- Of the line in its order.
  position INTEGER NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  -- Licence keys that were not there when it was paid.
  keys_owed INTEGER NOT NULL DEFAULT 0 CHECK (keys_owed >= 0),
  bought_at INTEGER NOT NULL,
  revoked_at INTEGER,
  UNIQUE (order_id, position)
) STRICT;
CREATE INDEX library_entries_of_user ON library_entries (user_id, product_id);
CREATE INDEX library_entries_of_product ON library_entries (product_id, user_id);
CREATE INDEX library_entries_owed ON library_entries (product_id, id) WHERE keys_owed > 0;

INSERT INTO library_entries
    (user_id, product_id, order_id, position, quantity, bought_at, revoked_at)
  SELECT o.user_id, l.product_id, o.id, l.position, l.quantity, o.created_at,
    CASE WHEN o.total > 0 AND o.refunded >= o.total THEN o.created_at END
  FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN users u ON u.id = o.user_id
  WHERE l.product_id IS NOT NULL AND u.status <> 'deleted';

-- What was fetched: one row for each link that was used, however many requests it took. `bytes` counts
-- what has left, or is about to.
CREATE TABLE downloads (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  version_id INTEGER NOT NULL REFERENCES product_file_versions (id) ON DELETE CASCADE,
  -- When its link ends, which tells it from another one.
  link_ends_at INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  UNIQUE (user_id, version_id, link_ends_at)
) STRICT;
CREATE INDEX downloads_by_time ON downloads (started_at, product_id);
CREATE INDEX downloads_of_product ON downloads (product_id);
CREATE INDEX downloads_of_version ON downloads (version_id);

-- Each key is given once: whoever had it leaves, and it stays given.
CREATE TABLE licence_keys (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id),
  entry_id INTEGER REFERENCES library_entries (id) ON DELETE SET NULL,
  given_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (product_id, code)
) STRICT;
CREATE INDEX licence_keys_left ON licence_keys (product_id, id) WHERE given_at IS NULL;
CREATE INDEX licence_keys_of_user ON licence_keys (user_id, product_id) WHERE user_id IS NOT NULL;
CREATE INDEX licence_keys_of_entry ON licence_keys (entry_id) WHERE entry_id IS NOT NULL;

-- Where the keys of a product come from.
ALTER TABLE products ADD COLUMN keys_from TEXT NOT NULL DEFAULT 'none'
  CHECK (keys_from IN ('none', 'generated', 'list'));

UPDATE products SET keys_from = 'generated' WHERE sells = 'keys';

-- New versions that buyers are told of, and how far that got.
CREATE TABLE product_news (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  reached INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  written_at INTEGER
) STRICT;
CREATE INDEX product_news_unwritten ON product_news (id) WHERE written_at IS NULL;
CREATE INDEX product_news_of_product ON product_news (product_id);

-- Which lines of its order a refund is for, by their positions; NULL where nobody said.
ALTER TABLE refunds ADD COLUMN lines TEXT CHECK (lines IS NULL OR json_valid(lines));
