-- Who wants mail. Nobody counts before they have opened the link they were sent (double opt-in).
CREATE TABLE subscribers (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  -- SHA-256 of the token in the latest link, and until when it works.
  link_hash TEXT UNIQUE,
  link_until INTEGER NOT NULL,
  -- Mails since the last confirmation, and when the latest went: each doubles the wait for the next.
  mails INTEGER NOT NULL DEFAULT 0,
  mailed_at INTEGER,
  -- NULL: not confirmed.
  confirmed_at INTEGER,
  -- When to hand the address on to the form service. NULL: never, or done.
  forward_at INTEGER,
  forwarded_at INTEGER
) STRICT;
CREATE INDEX subscribers_newest ON subscribers (asked_at DESC, id DESC);
CREATE INDEX subscribers_confirmed ON subscribers (asked_at DESC, id DESC)
  WHERE confirmed_at IS NOT NULL;
CREATE INDEX subscribers_unconfirmed ON subscribers (asked_at DESC, id DESC)
  WHERE confirmed_at IS NULL;
CREATE INDEX subscribers_over ON subscribers (link_until) WHERE confirmed_at IS NULL;
CREATE INDEX subscribers_to_forward ON subscribers (forward_at) WHERE forward_at IS NOT NULL;
