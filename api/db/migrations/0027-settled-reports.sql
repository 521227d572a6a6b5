-- A moderator who has looked settles the reports of a comment; taking the decision back opens them
-- again. Settled ones count neither for the queue nor against the comment.
ALTER TABLE comment_reports ADD COLUMN settled_at INTEGER;
DROP TRIGGER comment_reports_insert;
DROP TRIGGER comment_reports_delete;
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
DROP TRIGGER comments_score;
CREATE TRIGGER comments_score AFTER UPDATE OF likes, reports ON comments BEGIN
  UPDATE comments SET score = wilson_lower_bound(new.likes, (
    SELECT count(*) FROM comment_reports
    WHERE comment_id = new.id AND user_id IS NOT NULL AND settled_at IS NULL))
  WHERE id = new.id;
END;

-- How many comments of guests wait is asked before another one is taken.
CREATE INDEX comments_held_of_guests ON comments (id) WHERE state = 'held' AND guest IS NOT NULL;
