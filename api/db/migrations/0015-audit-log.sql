-- What admins did. Written in the transaction of the deed; nobody changes or deletes a row of it.
-- Names of people are looked up when it is read, so that a deleted account leaves none here.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- NULL: whoever runs the machine, by a command.
  actor_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  -- Method and route of the call, or the command.
  action TEXT NOT NULL,
  -- Public id of what it was done to, or empty.
  subject TEXT NOT NULL DEFAULT '',
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details))
) STRICT;
CREATE INDEX audit_log_time ON audit_log (at, id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, at, id);
CREATE INDEX audit_log_action ON audit_log (action, at, id);
