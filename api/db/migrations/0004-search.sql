-- Full text of what every reader may see: a row of the index for each live article. Only triggers
-- write here, in the transaction of the change, so that the index cannot fall behind. `search_text`
-- and `search_text_of_html` belong to every connection of ours (search-text.ts).

CREATE VIEW article_search_documents AS
SELECT
  a.id,
  search_text(a.title) AS title,
  search_text(a.subtitle) AS subtitle,
  search_text(a.description) AS description,
  (SELECT group_concat(t.tag, ' ' ORDER BY t.position) FROM article_tags t WHERE t.article_id = a.id)
    AS tags,
  search_text((SELECT group_concat(json_extract(h.value, '$.text'), ' · ') FROM json_each(a.toc) h))
    AS headings,
  search_text_of_html(a.html) AS body
FROM articles a
WHERE a.state = 'live';

CREATE VIRTUAL TABLE article_search USING fts5 (
  title, subtitle, description, tags, headings, body,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
-- A word of the title says more than one of the description or a tag, that more than a heading's.
INSERT INTO article_search (article_search, rank) VALUES ('rank', 'bm25(10, 5, 5, 5, 3, 1)');

-- Every word of the index, to guess from what a mistyped one was meant to be.
CREATE VIRTUAL TABLE article_search_words USING fts5vocab (article_search, 'row');

INSERT INTO article_search (rowid, title, subtitle, description, tags, headings, body)
  SELECT id, title, subtitle, description, tags, headings, body FROM article_search_documents;

CREATE TRIGGER article_search_insert AFTER INSERT ON articles WHEN new.state = 'live' BEGIN
  INSERT INTO article_search (rowid, title, subtitle, description, tags, headings, body)
    SELECT id, title, subtitle, description, tags, headings, body
    FROM article_search_documents WHERE id = new.id;
END;
CREATE TRIGGER article_search_update
AFTER UPDATE OF
  id, title, subtitle, description, toc, html, draft, archived, scheduled_at, deleted_at
ON articles
WHEN (old.state = 'live' OR new.state = 'live') AND (
  old.state IS NOT new.state OR old.id IS NOT new.id OR old.title IS NOT new.title
  OR old.subtitle IS NOT new.subtitle OR old.description IS NOT new.description
  OR old.toc IS NOT new.toc OR old.html IS NOT new.html
) BEGIN
  DELETE FROM article_search WHERE rowid = old.id;
  INSERT INTO article_search (rowid, title, subtitle, description, tags, headings, body)
    SELECT id, title, subtitle, description, tags, headings, body
    FROM article_search_documents WHERE id = new.id;
END;
CREATE TRIGGER article_search_delete AFTER DELETE ON articles BEGIN
  DELETE FROM article_search WHERE rowid = old.id;
END;

CREATE TRIGGER article_search_tag_insert AFTER INSERT ON article_tags BEGIN
  UPDATE article_search SET tags =
    (SELECT group_concat(tag, ' ' ORDER BY position) FROM article_tags WHERE article_id = new.article_id)
  WHERE rowid = new.article_id;
END;
CREATE TRIGGER article_search_tag_update AFTER UPDATE OF article_id, tag, position ON article_tags BEGIN
  UPDATE article_search SET tags =
    (SELECT group_concat(tag, ' ' ORDER BY position) FROM article_tags WHERE article_id = rowid)
  WHERE rowid IN (old.article_id, new.article_id);
END;
CREATE TRIGGER article_search_tag_delete AFTER DELETE ON article_tags BEGIN
  UPDATE article_search SET tags =
    (SELECT group_concat(tag, ' ' ORDER BY position) FROM article_tags WHERE article_id = old.article_id)
  WHERE rowid = old.article_id;
END;
