-- What visitors write on /contact. Kept here first; the mail about it follows, and may fail.
CREATE TABLE contact_messages (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  message TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  -- NULL: nobody has read it.
  read_at INTEGER,
  -- NULL: it has not left as a mail.
  mailed_at INTEGER
) STRICT;
CREATE INDEX contact_messages_newest ON contact_messages (received_at DESC, id DESC);
CREATE INDEX contact_messages_unread ON contact_messages (received_at DESC, id DESC)
  WHERE read_at IS NULL;
