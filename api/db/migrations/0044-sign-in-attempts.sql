-- Recent sign-in attempts, codes and links, for the limits per hour. One attempt has a row for each
-- limit that counts it. `key` is an HMAC of what is limited: no addresses of people are kept here.
CREATE TABLE sign_in_attempts (
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  attempt TEXT NOT NULL,
  PRIMARY KEY (key, at, attempt)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempts_attempt ON sign_in_attempts (attempt);
CREATE INDEX sign_in_attempts_time ON sign_in_attempts (at);
