-- What members are told of. `by` is who did it, so that a name that goes is gone here too; `about` is
-- what must not be told twice. Without `in_site` a row only remembers that.
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  by_user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  excerpt TEXT NOT NULL DEFAULT '',
  path TEXT,
  about TEXT,
  in_site INTEGER NOT NULL CHECK (in_site IN (0, 1)),
  created_at INTEGER NOT NULL,
  read_at INTEGER
) STRICT;
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, kind, about)
  WHERE about IS NOT NULL;
CREATE INDEX notifications_of_user ON notifications (user_id, id) WHERE in_site = 1;
CREATE INDEX notifications_unread ON notifications (user_id, id)
  WHERE in_site = 1 AND read_at IS NULL;
CREATE INDEX notifications_by ON notifications (by_user_id) WHERE by_user_id IS NOT NULL;
CREATE INDEX notifications_by_time ON notifications (created_at);

-- What a member has chosen for a kind; without a row the defaults of the contract hold.
CREATE TABLE notification_preferences (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  in_site INTEGER NOT NULL CHECK (in_site IN (0, 1)),
  by_mail INTEGER NOT NULL CHECK (by_mail IN (0, 1)),
  PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;
