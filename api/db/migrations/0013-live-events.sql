-- What is told live. Written in the transaction of what it tells of, and read by every process that
-- has listeners, each from where it was: ids grow in the order of the commits.
CREATE TABLE live_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  data TEXT NOT NULL CHECK (json_valid(data)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX live_events_by_time ON live_events (created_at);
