-- Case studies and games are found together with articles and products. They are pages of the code and no
-- rows of ours, so the release that goes live says here what there is to find in it; triggers bring the
-- index in step, in the same transaction. Their rows of the index stand below those of all products, each
-- kind in a range of its own: by that a question leaves out what is behind a door (repositories/search.ts).
CREATE TABLE built_documents (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('case-study', 'game')),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  -- Both as JSON.
  tags TEXT NOT NULL,
  headings TEXT NOT NULL,
  text TEXT NOT NULL,
  search_id INTEGER NOT NULL UNIQUE GENERATED ALWAYS AS
    (CASE kind WHEN 'case-study' THEN -1000000000000 ELSE -2000000000000 END - id)
) STRICT;

CREATE VIEW built_search_documents AS
SELECT
  b.search_id AS id,
  search_text(b.title) AS title,
  '' AS subtitle,
  search_text(b.description) AS description,
  search_text((SELECT group_concat(t.value, ' · ') FROM json_each(b.tags) t)) AS tags,
  search_text((SELECT group_concat(h.value, ' · ') FROM json_each(b.headings) h)) AS headings,
  search_text(b.text) AS body
FROM built_documents b;

CREATE TRIGGER built_search_insert AFTER INSERT ON built_documents BEGIN
  INSERT INTO site_search (rowid, title, subtitle, description, tags, headings, body)
    SELECT id, title, subtitle, description, tags, headings, body
    FROM built_search_documents WHERE id = new.search_id;
END;
CREATE TRIGGER built_search_update AFTER UPDATE ON built_documents BEGIN
  DELETE FROM site_search WHERE rowid = old.search_id;
  INSERT INTO site_search (rowid, title, subtitle, description, tags, headings, body)
    SELECT id, title, subtitle, description, tags, headings, body
    FROM built_search_documents WHERE id = new.search_id;
END;
CREATE TRIGGER built_search_delete AFTER DELETE ON built_documents BEGIN
  DELETE FROM site_search WHERE rowid = old.search_id;
END;
