-- What an admin says of a picture, and who brought it under which name.
ALTER TABLE media ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE media ADD COLUMN alt TEXT NOT NULL DEFAULT '';
ALTER TABLE media ADD COLUMN uploader_id INTEGER REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX media_by_creation ON media (created_at, id);
CREATE INDEX media_by_size ON media (bytes, id);
CREATE INDEX media_by_name ON media (name COLLATE NOCASE, id);
CREATE INDEX media_of_uploader ON media (uploader_id) WHERE uploader_id IS NOT NULL;

-- Found by part of their name or their words, from three characters on.
CREATE VIRTUAL TABLE media_words USING fts5 (
  name, alt, file_name, content = 'media', content_rowid = 'id', tokenize = 'trigram'
);
INSERT INTO media_words (rowid, name, alt, file_name) SELECT id, name, alt, file_name FROM media;
CREATE TRIGGER media_words_insert AFTER INSERT ON media BEGIN
  INSERT INTO media_words (rowid, name, alt, file_name)
    VALUES (new.id, new.name, new.alt, new.file_name);
END;
CREATE TRIGGER media_words_delete AFTER DELETE ON media BEGIN
  INSERT INTO media_words (media_words, rowid, name, alt, file_name)
    VALUES ('delete', old.id, old.name, old.alt, old.file_name);
END;
CREATE TRIGGER media_words_update AFTER UPDATE OF name, alt, file_name ON media
WHEN old.name IS NOT new.name OR old.alt IS NOT new.alt OR old.file_name IS NOT new.file_name BEGIN
  INSERT INTO media_words (media_words, rowid, name, alt, file_name)
    VALUES ('delete', old.id, old.name, old.alt, old.file_name);
  INSERT INTO media_words (rowid, name, alt, file_name)
    VALUES (new.id, new.name, new.alt, new.file_name);
END;

-- Which pictures a text names, by the name of the file: one that was deleted and comes back is found
-- again. The cover of an article is its media_id.
CREATE TABLE picture_uses (
  file_name TEXT NOT NULL,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  PRIMARY KEY (file_name, article_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_uses_of_article ON picture_uses (article_id);
INSERT INTO picture_uses (file_name, article_id)
  SELECT named.value, articles.id FROM articles, json_each(picture_names(articles.markdown)) named;
CREATE TRIGGER picture_uses_insert AFTER INSERT ON articles BEGIN
  INSERT INTO picture_uses (file_name, article_id)
    SELECT value, new.id FROM json_each(picture_names(new.markdown));
END;
CREATE TRIGGER picture_uses_update AFTER UPDATE OF markdown ON articles
WHEN old.markdown IS NOT new.markdown BEGIN
  DELETE FROM picture_uses WHERE article_id = new.id;
  INSERT INTO picture_uses (file_name, article_id)
    SELECT value, new.id FROM json_each(picture_names(new.markdown));
END;

-- What unsaved work on an article names, as its image or in its text: a picture that stands there alone is
-- not unused.
CREATE TABLE copied_pictures (
  file_name TEXT NOT NULL,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  PRIMARY KEY (file_name, article_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX copied_pictures_of_article ON copied_pictures (article_id);
CREATE TRIGGER copied_pictures_insert AFTER INSERT ON article_copies BEGIN
  DELETE FROM copied_pictures WHERE article_id = new.article_id;
  INSERT INTO copied_pictures (file_name, article_id)
    SELECT named.value, new.article_id FROM article_copies c, json_each(picture_names(c.fields)) named
      WHERE c.article_id = new.article_id
    UNION SELECT m.file_name, new.article_id FROM article_copies c
      JOIN media m ON m.public_id = json_extract(c.fields, '$.image')
      WHERE c.article_id = new.article_id;
END;
CREATE TRIGGER copied_pictures_update AFTER UPDATE OF fields ON article_copies BEGIN
  DELETE FROM copied_pictures WHERE article_id = new.article_id;
  INSERT INTO copied_pictures (file_name, article_id)
    SELECT named.value, new.article_id FROM article_copies c, json_each(picture_names(c.fields)) named
      WHERE c.article_id = new.article_id
    UNION SELECT m.file_name, new.article_id FROM article_copies c
      JOIN media m ON m.public_id = json_extract(c.fields, '$.image')
      WHERE c.article_id = new.article_id;
END;
CREATE TRIGGER copied_pictures_delete AFTER DELETE ON article_copies BEGIN
  DELETE FROM copied_pictures WHERE article_id = old.article_id;
  INSERT INTO copied_pictures (file_name, article_id)
    SELECT named.value, old.article_id FROM article_copies c, json_each(picture_names(c.fields)) named
      WHERE c.article_id = old.article_id
    UNION SELECT m.file_name, old.article_id FROM article_copies c
      JOIN media m ON m.public_id = json_extract(c.fields, '$.image')
      WHERE c.article_id = old.article_id;
END;
