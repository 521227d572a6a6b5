-- Views are counted by visitor, and reports are resolved: the glossary keeps 'settle' for payments.
ALTER TABLE article_views RENAME COLUMN reader TO visitor;
ALTER TABLE comment_reports RENAME COLUMN settled_at TO resolved_at;
DROP TRIGGER comment_reports_settle;
CREATE TRIGGER comment_reports_resolve AFTER UPDATE OF resolved_at ON comment_reports
WHEN (old.resolved_at IS NULL) <> (new.resolved_at IS NULL) BEGIN
  UPDATE comments SET reports = reports + iif(new.resolved_at IS NULL, 1, -1)
  WHERE id = new.comment_id;
END;

-- 'live' means published. SQLite renames tables, but neither their constraints nor their indexes.
ALTER TABLE live_events DROP CONSTRAINT live_events_data;
DROP INDEX live_events_by_time;
ALTER TABLE live_events RENAME TO real_time_events;
ALTER TABLE real_time_events ADD CONSTRAINT real_time_events_data CHECK (json_valid(data));
CREATE INDEX real_time_events_by_time ON real_time_events (created_at);

UPDATE jobs SET kind = 'og-images' WHERE kind = 'share';
