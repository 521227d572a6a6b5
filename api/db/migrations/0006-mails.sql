-- The outbox of mails and its history: one row for each mail to one receiver, written in the
-- transaction of what it tells of.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  -- What it is about, in the words of its kind: a contact message, a campaign.
  about TEXT,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  message_id TEXT NOT NULL,
  -- What it says. NULL as soon as nobody needs it any more, since it may hold a secret link.
  letter TEXT CHECK (letter IS NULL OR json_valid(letter)),
  state TEXT NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
  -- Lower goes first.
  priority INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  run_at INTEGER NOT NULL,
  -- After this it is not tried again.
  give_up_at INTEGER NOT NULL,
  -- After this it would be of no use to its receiver. NULL: it does not age.
  useful_until INTEGER,
  holder TEXT,
  held_until INTEGER,
  -- Since when the mail server may have it. NULL while it certainly has not.
  handed_over_at INTEGER,
  -- The last words of the mail server, or why it did not come to that.
  answer TEXT,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX mails_waiting ON mails (priority, run_at, id) WHERE state = 'queued';
CREATE INDEX mails_sending ON mails (id) WHERE state = 'sending';
CREATE INDEX mails_by_state ON mails (state, id);
CREATE INDEX mails_readable ON mails (ended_at) WHERE letter IS NOT NULL AND ended_at IS NOT NULL;
CREATE INDEX mails_useful ON mails (useful_until)
  WHERE letter IS NOT NULL AND useful_until IS NOT NULL;
CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;
