-- Accounts of a code-hosting service that can sign in here. `subject` is what the service calls them
-- for good; their name there may change.
CREATE TABLE code_host_accounts (
  host TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  login TEXT NOT NULL,
  linked_at INTEGER NOT NULL,
  PRIMARY KEY (host, subject),
  UNIQUE (user_id, host)
) STRICT, WITHOUT ROWID;
