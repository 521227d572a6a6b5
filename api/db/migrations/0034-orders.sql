-- What members mean to buy. What it costs is read from the product; the price they saw when they put it
-- in only says whether it has changed since.
CREATE TABLE cart_lines (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  price_seen INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cart_lines_of_product ON cart_lines (product_id);

-- Attempts to pay: what is bought, for how much, and how far it got. Everything an order will say is
-- written down here before anybody is asked for money.
CREATE TABLE checkouts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id),
  provider TEXT NOT NULL CHECK (provider IN ('demo', 'paypal', 'free')),
  -- The provider's name of it. NULL until the provider has given one.
  payment_id TEXT UNIQUE,
  approve_url TEXT,
  -- creating: the provider is being asked. open: the buyer may agree. capturing: the money is being
  -- fetched, or may have been. pending: the provider still holds it. paid: there is an order.
  -- trouble: money came that does not fit. ended: no money came.
  state TEXT NOT NULL DEFAULT 'creating'
    CHECK (state IN ('creating', 'open', 'capturing', 'pending', 'paid', 'trouble', 'ended')),
  reason TEXT,
  currency TEXT NOT NULL,
  subtotal INTEGER NOT NULL CHECK (subtotal >= 0),
  discount INTEGER NOT NULL DEFAULT 0 CHECK (discount BETWEEN 0 AND subtotal),
  total INTEGER NOT NULL CHECK (total = subtotal - discount),
  lines TEXT NOT NULL CHECK (json_valid(lines)),
  -- What is bought by whom at which price: the same again is the same checkout.
  fingerprint TEXT NOT NULL,
  -- Who buys, from whom, under which terms, as they were.
  buyer TEXT NOT NULL CHECK (json_valid(buyer)),
  seller TEXT NOT NULL,
  tax_line TEXT NOT NULL,
  terms TEXT NOT NULL,
  consented_at INTEGER NOT NULL,
  address TEXT CHECK (address IS NULL OR json_valid(address)),
  -- Ways to pay that were declined: each try to fetch the money has a number of its own.
  declines INTEGER NOT NULL DEFAULT 0,
  -- When the provider is asked next how it stands, and how often it was in vain.
  next_at INTEGER,
  looks INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- After this nobody can agree to it any more.
  ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX checkouts_due ON checkouts (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX checkouts_of_user ON checkouts (user_id, state, id);
CREATE INDEX checkouts_over ON checkouts (state, created_at);

-- There is a row here once the money has arrived, and for what costs nothing. Rows are never deleted.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  number INTEGER NOT NULL UNIQUE,
  checkout_id INTEGER UNIQUE REFERENCES checkouts (id) ON DELETE SET NULL,
  user_id INTEGER NOT NULL REFERENCES users (id),
  provider TEXT NOT NULL CHECK (provider IN ('demo', 'paypal', 'free')),
  payment_id TEXT NOT NULL UNIQUE,
  -- The provider's name of the money that arrived. NULL where nothing was to be paid.
  capture_id TEXT UNIQUE,
  currency TEXT NOT NULL,
  subtotal INTEGER NOT NULL,
  discount INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL CHECK (total >= 0),
  refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND total),
  buyer TEXT NOT NULL CHECK (json_valid(buyer)),
  seller TEXT NOT NULL,
  tax_line TEXT NOT NULL,
  address TEXT NOT NULL CHECK (json_valid(address)),
  terms TEXT NOT NULL,
  consented_at INTEGER NOT NULL,
  -- What an admin may look for, in one text.
  words TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  anonymised_at INTEGER
) STRICT;
CREATE INDEX orders_of_user ON orders (user_id, id);
CREATE INDEX orders_by_time ON orders (created_at, id);
CREATE INDEX orders_by_currency ON orders (currency, total, refunded);
CREATE INDEX orders_to_anonymise ON orders (created_at) WHERE anonymised_at IS NULL;

CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  product_id INTEGER REFERENCES products (id) ON DELETE SET NULL,
  product TEXT NOT NULL,
  title TEXT NOT NULL,
  sells TEXT NOT NULL,
  price INTEGER NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  picture TEXT,
  -- Name, version and SHA-256 of each file as it was.
  files TEXT NOT NULL CHECK (json_valid(files)),
  PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_lines_of_product ON order_lines (product_id, order_id);

CREATE VIRTUAL TABLE order_words USING fts5 (
  words, content = 'orders', content_rowid = 'id', tokenize = 'trigram'
);
CREATE TRIGGER order_words_insert AFTER INSERT ON orders BEGIN
  INSERT INTO order_words (rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER order_words_delete AFTER DELETE ON orders BEGIN
  INSERT INTO order_words (order_words, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER order_words_update AFTER UPDATE OF words ON orders
WHEN old.words IS NOT new.words BEGIN
  INSERT INTO order_words (order_words, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO order_words (rowid, words) VALUES (new.id, new.words);
END;

-- Money that goes back. The wish is a row before the provider hears of it; what the provider tells by
-- itself finds that row by its own id or by ours.
CREATE TABLE refunds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  state TEXT NOT NULL CHECK (state IN ('sending', 'done', 'failed')),
  -- The provider's name of it.
  provider_id TEXT UNIQUE,
  reason TEXT NOT NULL DEFAULT '',
  next_at INTEGER,
  looks INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX refunds_of_order ON refunds (order_id, id);
CREATE INDEX refunds_due ON refunds (next_at, id) WHERE next_at IS NOT NULL;

-- What providers told by themselves, each event once.
CREATE TABLE payment_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  event_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- What it is about, as far as it could be found.
  checkout_id INTEGER REFERENCES checkouts (id) ON DELETE SET NULL,
  order_id INTEGER REFERENCES orders (id),
  received_at INTEGER NOT NULL,
  UNIQUE (provider, event_id)
) STRICT;
CREATE INDEX payment_events_of_order ON payment_events (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX payment_events_of_checkout ON payment_events (checkout_id)
  WHERE checkout_id IS NOT NULL;
CREATE INDEX payment_events_by_kind ON payment_events (kind, id);

-- The demo provider's own books, apart from the shop's.
CREATE TABLE demo_payments (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL UNIQUE,
  payment TEXT NOT NULL CHECK (json_valid(payment)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX demo_payments_by_time ON demo_payments (created_at);
