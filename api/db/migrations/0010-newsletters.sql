-- Articles that go to the subscribers by mail, each at most once. A row that has not started is the
-- wish for it: it starts when the article is live, in the same transaction.
CREATE TABLE newsletters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL UNIQUE REFERENCES articles (id) ON DELETE CASCADE,
  wished_at INTEGER NOT NULL,
  -- Who had confirmed by then gets it. NULL: the article is not live yet.
  started_at INTEGER,
  -- The last subscriber whose mail is in the outbox: writing them goes on from here after a kill.
  reached INTEGER NOT NULL DEFAULT 0,
  -- NULL: not all of the mails are in the outbox.
  written_at INTEGER
) STRICT;
CREATE INDEX newsletters_to_write ON newsletters (id)
  WHERE started_at IS NOT NULL AND written_at IS NULL;

ALTER TABLE mails ADD COLUMN newsletter_id INTEGER REFERENCES newsletters (id) ON DELETE SET NULL;
-- Public id of the subscriber, who may leave before the mail does.
ALTER TABLE mails ADD COLUMN subscriber TEXT;
-- Nobody gets the same newsletter twice.
CREATE UNIQUE INDEX mails_one_for_each ON mails (newsletter_id, subscriber)
  WHERE newsletter_id IS NOT NULL;
CREATE INDEX mails_of_newsletter ON mails (newsletter_id, state) WHERE newsletter_id IS NOT NULL;
