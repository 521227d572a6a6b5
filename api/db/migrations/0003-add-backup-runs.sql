CREATE TABLE backup_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  requested INTEGER NOT NULL CHECK (requested IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  holder TEXT,
  started_at INTEGER,
  ended_at INTEGER,
  file TEXT,
  bytes INTEGER,
  error TEXT
) STRICT;
CREATE UNIQUE INDEX backup_runs_active ON backup_runs (requested) WHERE state IN ('waiting', 'running');
CREATE INDEX backup_runs_due ON backup_runs (run_at, id) WHERE state = 'waiting';
CREATE INDEX backup_runs_by_state ON backup_runs (state, ended_at, id);
