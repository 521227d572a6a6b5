-- Alerts of an unpublished article are withdrawn.
DROP INDEX article_alerts_taken_back;
ALTER TABLE article_alerts RENAME COLUMN taken_back_at TO unpublished_at;
CREATE INDEX article_alerts_to_withdraw ON article_alerts (article_id) WHERE unpublished_at IS NOT NULL;
