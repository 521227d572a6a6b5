-- Payments that buyers dispute, as their provider told of them last.
CREATE TABLE disputes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  -- The provider's name of it.
  dispute_id TEXT NOT NULL,
  -- NULL where nobody here knows the payment.
  order_id INTEGER REFERENCES orders (id),
  state TEXT NOT NULL CHECK (state IN ('open', 'answer', 'buyer', 'review', 'won', 'lost', 'settled')),
  reason TEXT NOT NULL,
  -- In the smallest unit; NULL where the provider did not say.
  amount INTEGER CHECK (amount >= 0),
  currency TEXT,
  -- Until when the seller may answer.
  due_at INTEGER,
  -- Of what was told, in the provider's time: news that come late change nothing.
  told_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (provider, dispute_id)
) STRICT;
CREATE INDEX disputes_of_order ON disputes (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX disputes_open ON disputes (id) WHERE state IN ('open', 'answer', 'buyer', 'review');
CREATE INDEX disputes_stray ON disputes (id) WHERE order_id IS NULL;

-- What came in within a month, and what went back.
CREATE INDEX orders_by_sale ON orders (currency, created_at, total);
CREATE INDEX refunds_by_end ON refunds (ended_at, order_id, amount) WHERE state = 'done';

-- Orders of which nothing went back, and the others.
CREATE INDEX orders_kept ON orders (id) WHERE refunded = 0;
CREATE INDEX orders_given_back ON orders (id, refunded, total) WHERE refunded > 0;
