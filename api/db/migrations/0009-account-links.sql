-- Whether somebody has shown that the address is theirs. Admins so far were made on the machine.
ALTER TABLE users ADD COLUMN email_confirmed_at INTEGER;
UPDATE users SET email_confirmed_at = created_at WHERE role = 1;

-- When this device last showed who is using it: password, passkey or code. Dangerous acts ask again.
ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;

-- What opens one door once: links in mails, the step between password and code. Only the hash of
-- each is kept; a row goes when it is used.
CREATE TABLE one_time_tokens (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id, kind, created_at);
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);
