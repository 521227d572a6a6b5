-- What members show of themselves besides, and to whom.
ALTER TABLE users ADD COLUMN projects TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(projects));
ALTER TABLE users ADD COLUMN privacy TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(privacy));

-- Pictures of members. `users.avatar` is the address of the one that is shown; another one has been
-- uploaded and waits for its form to be saved. The files lie below uploads/avatars, by `name`.
CREATE TABLE avatars (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX avatars_of_user ON avatars (user_id);
CREATE INDEX avatars_by_age ON avatars (created_at);

-- Members take along, and away, what the site keeps about their address.
CREATE INDEX mails_by_recipient ON mails (recipient);
CREATE INDEX contact_messages_by_email ON contact_messages (email);
CREATE INDEX notifications_of_anybody ON notifications (user_id);
