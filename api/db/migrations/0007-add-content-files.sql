CREATE TABLE content_files (
  name TEXT PRIMARY KEY,
  source_hash TEXT NOT NULL,
  value TEXT CHECK (json_valid(value)),
  revision INTEGER NOT NULL,
  problem TEXT
) STRICT, WITHOUT ROWID;
