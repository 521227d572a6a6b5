-- Where buyers choose what they pay: what is proposed to them, `price` being the least. NULL where the
-- price is fixed.
ALTER TABLE products ADD COLUMN suggested_price INTEGER
  CHECK (suggested_price IS NULL OR suggested_price >= price);

-- What the member has chosen to pay for one of it. NULL until they have, and where they cannot.
ALTER TABLE cart_lines ADD COLUMN amount INTEGER CHECK (amount IS NULL OR amount >= 0);

-- What members type to pay less. Rows are never deleted: orders name them. How often one was used is
-- counted in the orders, what is being paid with it in the checkouts, so that nothing can differ from them.
CREATE TABLE discounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL UNIQUE CHECK (code = upper(code)),
  -- A whole number of per cent, or money in the smallest unit.
  kind TEXT NOT NULL CHECK (kind IN ('percent', 'amount')),
  value INTEGER NOT NULL CHECK (value > 0 AND (kind = 'amount' OR value <= 100)),
  -- `some`: those of discount_products alone, even when none of them is left.
  scope TEXT NOT NULL CHECK (scope IN ('all', 'some')),
  -- It counts from the first instant on and before the second.
  starts_at INTEGER,
  ends_at INTEGER,
  max_uses INTEGER CHECK (max_uses > 0),
  max_uses_each INTEGER CHECK (max_uses_each > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX discounts_newest ON discounts (created_at, id);

CREATE TABLE discount_products (
  discount_id INTEGER NOT NULL REFERENCES discounts (id) ON DELETE CASCADE,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (discount_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX discount_products_of_product ON discount_products (product_id);

-- The code in each member's cart.
CREATE TABLE cart_discounts (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  discount_id INTEGER NOT NULL REFERENCES discounts (id) ON DELETE CASCADE,
  added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cart_discounts_of_discount ON cart_discounts (discount_id);

-- An attempt that is under way holds a use of its code; it is given back with the end of the attempt.
ALTER TABLE checkouts ADD COLUMN discount_id INTEGER REFERENCES discounts (id);
ALTER TABLE checkouts ADD COLUMN discount_code TEXT NOT NULL DEFAULT '';
CREATE INDEX checkouts_of_discount ON checkouts (discount_id, state, user_id)
  WHERE discount_id IS NOT NULL;

-- The code as it was written then.
ALTER TABLE orders ADD COLUMN discount_id INTEGER REFERENCES discounts (id);
ALTER TABLE orders ADD COLUMN discount_code TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_of_discount ON orders (discount_id, id) WHERE discount_id IS NOT NULL;
CREATE INDEX orders_of_discount_and_user ON orders (discount_id, user_id)
  WHERE discount_id IS NOT NULL;

-- What of the order's discount falls on this line: together they are the whole of it.
ALTER TABLE order_lines ADD COLUMN discount INTEGER NOT NULL DEFAULT 0 CHECK (discount >= 0);
