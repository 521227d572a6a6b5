-- Codes of an authenticator program. The secret is sealed with a key that is not in the database.
CREATE TABLE totp_secrets (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  -- NULL: no code was shown yet, so it counts for nothing.
  confirmed_at INTEGER,
  -- Step of the last code that was used; that one and earlier ones are over.
  used_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  public_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(transports)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);

-- Browsers that have shown a second factor: they are not asked again.
CREATE TABLE trusted_devices (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;
