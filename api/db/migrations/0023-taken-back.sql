-- An article that readers were told of and that nobody can read any more: what is unread about it goes,
-- step by step, and whoever goes on after a kill begins where it stopped.
ALTER TABLE article_alerts ADD COLUMN taken_back_at INTEGER;
-- The last notification that was looked at.
ALTER TABLE article_alerts ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX article_alerts_taken_back ON article_alerts (article_id)
  WHERE taken_back_at IS NOT NULL;
CREATE INDEX notifications_about ON notifications (about, id) WHERE about IS NOT NULL;
CREATE INDEX mails_about ON mails (about, recipient) WHERE about IS NOT NULL;

-- Who liked a comment last: likes are told together, by the latest names.
CREATE INDEX comment_likes_latest ON comment_likes (comment_id, created_at, user_id);
