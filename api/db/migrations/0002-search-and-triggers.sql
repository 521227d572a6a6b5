-- Full-text indexes, and triggers that keep derived rows and columns up to date in the transaction of a
-- change. Written by hand: Drizzle has neither. They call no JavaScript, so that every SQLite client can
-- write; derived.ts computes what SQL cannot. The shop starts with two categories.

-- Substrings of titles: the trigram index finds three characters and more.
CREATE VIRTUAL TABLE article_titles USING fts5 (
  title, content = 'articles', content_rowid = 'id', tokenize = 'trigram'
);
CREATE TRIGGER article_titles_insert AFTER INSERT ON articles BEGIN
  INSERT INTO article_titles (rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER article_titles_delete AFTER DELETE ON articles BEGIN
  INSERT INTO article_titles (article_titles, rowid, title) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER article_titles_update AFTER UPDATE OF title ON articles
WHEN old.title IS NOT new.title BEGIN
  INSERT INTO article_titles (article_titles, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO article_titles (rowid, title) VALUES (new.id, new.title);
END;

-- Substrings of names and email addresses of users.
CREATE VIRTUAL TABLE user_names USING fts5 (
  name, email, content = 'users', content_rowid = 'id', tokenize = 'trigram'
);
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

-- Substrings of comments.
CREATE VIRTUAL TABLE comment_texts USING fts5 (
  text, content = 'comments', content_rowid = 'id', tokenize = 'trigram'
);
CREATE TRIGGER comment_texts_insert AFTER INSERT ON comments BEGIN
  INSERT INTO comment_texts (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER comment_texts_delete AFTER DELETE ON comments BEGIN
  INSERT INTO comment_texts (comment_texts, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER comment_texts_update AFTER UPDATE OF text ON comments
WHEN old.text IS NOT new.text BEGIN
  INSERT INTO comment_texts (comment_texts, rowid, text) VALUES ('delete', old.id, old.text);
  INSERT INTO comment_texts (rowid, text) VALUES (new.id, new.text);
END;

-- Substrings of names and alt texts of images.
CREATE VIRTUAL TABLE media_words USING fts5 (
  name, alt, file_name, content = 'media', content_rowid = 'id', tokenize = 'trigram'
);
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

-- Substrings of product titles.
CREATE VIRTUAL TABLE product_titles USING fts5 (
  title, content = 'products', content_rowid = 'id', tokenize = 'trigram'
);
CREATE TRIGGER product_titles_insert AFTER INSERT ON products BEGIN
  INSERT INTO product_titles (rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER product_titles_delete AFTER DELETE ON products BEGIN
  INSERT INTO product_titles (product_titles, rowid, title) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER product_titles_update AFTER UPDATE OF title ON products
WHEN old.title IS NOT new.title BEGIN
  INSERT INTO product_titles (product_titles, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO product_titles (rowid, title) VALUES (new.id, new.title);
END;

-- Substrings of what admins search in orders.
CREATE VIRTUAL TABLE order_words USING fts5 (
  words, content = 'orders', content_rowid = 'id', tokenize = 'trigram'
);
CREATE TRIGGER order_words_insert AFTER INSERT ON orders BEGIN
  INSERT INTO order_words (rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER order_words_delete AFTER DELETE ON orders BEGIN
  INSERT INTO order_words (order_words, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER order_words_update AFTER UPDATE OF words ON orders
WHEN old.words IS NOT new.words BEGIN
  INSERT INTO order_words (order_words, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO order_words (rowid, words) VALUES (new.id, new.words);
END;

-- The lists of tags and categories contain live articles by publication.
CREATE TRIGGER article_tags_insert AFTER INSERT ON article_tags BEGIN
  UPDATE article_tags
  SET listed_at = (SELECT published_at FROM articles WHERE id = new.article_id AND state = 'live')
  WHERE article_id = new.article_id AND tag = new.tag;
END;
CREATE TRIGGER article_tags_follow AFTER UPDATE ON articles
WHEN old.state IS NOT new.state OR old.published_at IS NOT new.published_at BEGIN
  UPDATE article_tags
  SET listed_at = CASE new.state WHEN 'live' THEN new.published_at END
  WHERE article_id = new.id;
END;
CREATE TRIGGER article_categories_insert AFTER INSERT ON article_categories BEGIN
  UPDATE article_categories
  SET listed_at = (SELECT published_at FROM articles WHERE id = new.article_id AND state = 'live')
  WHERE article_id = new.article_id AND category_id = new.category_id;
END;
CREATE TRIGGER article_categories_follow AFTER UPDATE ON articles
WHEN old.state IS NOT new.state OR old.published_at IS NOT new.published_at BEGIN
  UPDATE article_categories
  SET listed_at = CASE new.state WHEN 'live' THEN new.published_at END
  WHERE article_id = new.id;
END;

-- Counts of comments.
CREATE TRIGGER comments_count_insert AFTER INSERT ON comments WHEN new.state = 'published' BEGIN
  INSERT INTO comment_counts (article_id, published) VALUES (new.article_id, 1)
    ON CONFLICT DO UPDATE SET published = published + 1;
  UPDATE comments SET replies = replies + 1 WHERE id = new.parent_id;
END;
CREATE TRIGGER comments_count_appear AFTER UPDATE OF state ON comments
WHEN new.state = 'published' AND old.state <> 'published' BEGIN
  INSERT INTO comment_counts (article_id, published) VALUES (new.article_id, 1)
    ON CONFLICT DO UPDATE SET published = published + 1;
  UPDATE comments SET replies = replies + 1 WHERE id = new.parent_id;
END;
CREATE TRIGGER comments_count_leave AFTER UPDATE OF state ON comments
WHEN old.state = 'published' AND new.state <> 'published' BEGIN
  UPDATE comment_counts SET published = published - 1 WHERE article_id = new.article_id;
  UPDATE comments SET replies = replies - 1 WHERE id = new.parent_id;
END;
CREATE TRIGGER comments_count_delete AFTER DELETE ON comments WHEN old.state = 'published' BEGIN
  UPDATE comment_counts SET published = published - 1 WHERE article_id = old.article_id;
  UPDATE comments SET replies = replies - 1 WHERE id = old.parent_id;
END;
CREATE TRIGGER comment_likes_insert AFTER INSERT ON comment_likes BEGIN
  UPDATE comments SET likes = likes + 1 WHERE id = new.comment_id;
END;
CREATE TRIGGER comment_likes_delete AFTER DELETE ON comment_likes BEGIN
  UPDATE comments SET likes = likes - 1 WHERE id = old.comment_id;
END;
CREATE TRIGGER comment_reports_insert AFTER INSERT ON comment_reports
WHEN new.settled_at IS NULL BEGIN
  UPDATE comments SET reports = reports + 1 WHERE id = new.comment_id;
END;
CREATE TRIGGER comment_reports_delete AFTER DELETE ON comment_reports
WHEN old.settled_at IS NULL BEGIN
  UPDATE comments SET reports = reports - 1 WHERE id = old.comment_id;
END;
CREATE TRIGGER comment_reports_settle AFTER UPDATE OF settled_at ON comment_reports
WHEN (old.settled_at IS NULL) <> (new.settled_at IS NULL) BEGIN
  UPDATE comments SET reports = reports + iif(new.settled_at IS NULL, 1, -1)
  WHERE id = new.comment_id;
END;
-- The site search: articles have their row id, products theirs with a minus, pages of the release a
-- search id (see built_documents).
CREATE VIRTUAL TABLE site_search USING fts5 (
  title, subtitle, description, tags, headings, body,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
-- A match in the title ranks above one in the description or a tag, and that above one in a heading.
INSERT INTO site_search (site_search, rank) VALUES ('rank', 'bm25(10, 5, 5, 5, 3, 1)');
-- All words of the index, to correct mistyped ones.
CREATE VIRTUAL TABLE site_search_words USING fts5vocab (site_search, 'row');

-- derived.ts writes the rows. Triggers change tags, and delete what is no longer public.
-- ORDER BY is in subqueries: SQLite before 3.44, which Litestream brings, has none in aggregate functions.
CREATE TRIGGER article_search_hide AFTER UPDATE OF draft, archived, scheduled_at, deleted_at ON articles
WHEN old.state = 'live' AND new.state <> 'live' BEGIN
  DELETE FROM site_search WHERE rowid = old.id;
END;
CREATE TRIGGER article_search_delete AFTER DELETE ON articles BEGIN
  DELETE FROM site_search WHERE rowid = old.id;
END;
CREATE TRIGGER article_search_tag_insert AFTER INSERT ON article_tags BEGIN
  UPDATE site_search SET tags =
    (SELECT group_concat(tag, ' ') FROM
      (SELECT tag FROM article_tags WHERE article_id = new.article_id ORDER BY position))
  WHERE rowid = new.article_id;
END;
CREATE TRIGGER article_search_tag_update AFTER UPDATE OF article_id, tag, position ON article_tags BEGIN
  UPDATE site_search SET tags =
    (SELECT group_concat(tag, ' ') FROM
      (SELECT tag FROM article_tags WHERE article_id = site_search.rowid ORDER BY position))
  WHERE rowid IN (old.article_id, new.article_id);
END;
CREATE TRIGGER article_search_tag_delete AFTER DELETE ON article_tags BEGIN
  UPDATE site_search SET tags =
    (SELECT group_concat(tag, ' ') FROM
      (SELECT tag FROM article_tags WHERE article_id = old.article_id ORDER BY position))
  WHERE rowid = old.article_id;
END;
CREATE TRIGGER product_search_hide AFTER UPDATE OF state ON products
WHEN old.state = 'live' AND new.state <> 'live' BEGIN
  DELETE FROM site_search WHERE rowid = -old.id;
END;
CREATE TRIGGER product_search_delete AFTER DELETE ON products WHEN old.state = 'live' BEGIN
  DELETE FROM site_search WHERE rowid = -old.id;
END;
CREATE TRIGGER built_search_renumber AFTER UPDATE OF kind ON built_documents
WHEN old.search_id <> new.search_id BEGIN
  DELETE FROM site_search WHERE rowid = old.search_id;
END;
CREATE TRIGGER built_search_delete AFTER DELETE ON built_documents BEGIN
  DELETE FROM site_search WHERE rowid = old.search_id;
END;

INSERT INTO categories (kind, name) VALUES ('product', 'Software'), ('product', 'Books');
