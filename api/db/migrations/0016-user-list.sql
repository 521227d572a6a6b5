-- Invited by an admin and not here yet. NULL: never, or it was accepted.
ALTER TABLE users ADD COLUMN invited_at INTEGER;

-- The table of all users: found by part of a name or e-mail, in any of its orders.
CREATE VIRTUAL TABLE user_names USING fts5 (
  name, email, content = 'users', content_rowid = 'id', tokenize = 'trigram'
);
INSERT INTO user_names (rowid, name, email) SELECT id, name, email FROM users;
CREATE TRIGGER user_names_insert AFTER INSERT ON users BEGIN
  INSERT INTO user_names (rowid, name, email) VALUES (new.id, new.name, new.email);
END;
CREATE TRIGGER user_names_delete AFTER DELETE ON users BEGIN
  INSERT INTO user_names (user_names, rowid, name, email)
    VALUES ('delete', old.id, old.name, old.email);
END;
CREATE TRIGGER user_names_update AFTER UPDATE OF name, email ON users
WHEN old.name IS NOT new.name OR old.email IS NOT new.email BEGIN
  INSERT INTO user_names (user_names, rowid, name, email)
    VALUES ('delete', old.id, old.name, old.email);
  INSERT INTO user_names (rowid, name, email) VALUES (new.id, new.name, new.email);
END;

-- Only those whom an admin may see: neither deleted ones nor the author of the demo content. The last
-- name is what follows the last space.
CREATE INDEX users_by_name ON users (name COLLATE NOCASE, id)
  WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_last_name ON users (
  CASE WHEN instr(name, ' ') > 0 THEN replace(name, rtrim(name, replace(name, ' ', '')), '') ELSE '' END
    COLLATE NOCASE, id)
  WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_email ON users (email, id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_type ON users (role, id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_joining ON users (created_at, id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_anniversary ON users (strftime('%m-%d', created_at / 1000, 'unixepoch'), id)
  WHERE status IN ('active', 'suspended');
CREATE INDEX users_suspended ON users (id) WHERE status = 'suspended';
CREATE INDEX users_invited ON users (invited_at) WHERE invited_at IS NOT NULL;
