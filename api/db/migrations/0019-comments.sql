-- What people say below articles. Guests have neither user nor name, only a mark that their browser
-- keeps; whoever wrote a comment and has neither has deleted the account.
CREATE TABLE comments (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  guest TEXT,
  -- One level: a reply's parent has none.
  parent_id INTEGER REFERENCES comments (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('published', 'held', 'rejected', 'spam', 'deleted')),
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  decided_at INTEGER,
  -- Triggers count these four, so that nothing that changes a comment can forget to.
  likes INTEGER NOT NULL DEFAULT 0,
  reports INTEGER NOT NULL DEFAULT 0,
  replies INTEGER NOT NULL DEFAULT 0,
  score REAL NOT NULL DEFAULT 0,
  -- Whether it has a place in the page: a comment that is gone keeps its own while it has replies.
  shown INTEGER NOT NULL GENERATED ALWAYS AS (state = 'published' OR replies > 0) STORED,
  -- What spoke against it when it came.
  signals TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(signals)),
  reason TEXT,
  text TEXT NOT NULL,
  html TEXT NOT NULL
) STRICT;
CREATE INDEX comments_recent ON comments (article_id, parent_id, shown, created_at, id);
CREATE INDEX comments_relevant ON comments (article_id, score, created_at, id)
  WHERE parent_id IS NULL AND shown = 1;
CREATE INDEX comments_replies ON comments (parent_id, state, created_at, id)
  WHERE parent_id IS NOT NULL;
CREATE INDEX comments_by_user ON comments (user_id, state, created_at, id)
  WHERE user_id IS NOT NULL;
CREATE INDEX comments_by_guest ON comments (guest, state, created_at, id) WHERE guest IS NOT NULL;
CREATE INDEX comments_by_state ON comments (state, created_at, id);
CREATE INDEX comments_reported ON comments (created_at, id)
  WHERE reports > 0 AND state = 'published';

CREATE TABLE comment_likes (
  comment_id INTEGER NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (comment_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX comment_likes_by_user ON comment_likes (user_id, comment_id);

CREATE TABLE comment_reports (
  id INTEGER PRIMARY KEY,
  comment_id INTEGER NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
) STRICT;
-- One for each member, and one for all guests together: they are nobody in particular.
CREATE UNIQUE INDEX comment_reports_once ON comment_reports (comment_id, coalesce(user_id, 0));
CREATE INDEX comment_reports_by_user ON comment_reports (user_id) WHERE user_id IS NOT NULL;

-- Public comments of each article, so that counting them takes one row.
CREATE TABLE comment_counts (
  article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  published INTEGER NOT NULL
) STRICT;

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

-- Reports of members weigh against likes; the one of guests only brings it before a moderator.
CREATE TRIGGER comment_likes_insert AFTER INSERT ON comment_likes BEGIN
  UPDATE comments SET likes = likes + 1 WHERE id = new.comment_id;
END;
CREATE TRIGGER comment_likes_delete AFTER DELETE ON comment_likes BEGIN
  UPDATE comments SET likes = likes - 1 WHERE id = old.comment_id;
END;
CREATE TRIGGER comment_reports_insert AFTER INSERT ON comment_reports BEGIN
  UPDATE comments SET reports = reports + 1 WHERE id = new.comment_id;
END;
CREATE TRIGGER comment_reports_delete AFTER DELETE ON comment_reports BEGIN
  UPDATE comments SET reports = reports - 1 WHERE id = old.comment_id;
END;
CREATE TRIGGER comments_score AFTER UPDATE OF likes, reports ON comments BEGIN
  UPDATE comments SET score = wilson_lower_bound(new.likes, (
    SELECT count(*) FROM comment_reports WHERE comment_id = new.id AND user_id IS NOT NULL))
  WHERE id = new.id;
END;

-- Moderators search the texts for substrings: from three characters the trigram index answers.
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
