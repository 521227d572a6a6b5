-- How often pages were opened. Counts alone: nothing here tells of a reader.

-- One row for each page, query and referring host of a day (UTC, in days since 1970).
CREATE TABLE page_views (
  day INTEGER NOT NULL,
  path TEXT NOT NULL,
  query TEXT NOT NULL,
  referrer TEXT NOT NULL,
  -- 0: no page was at this address.
  known INTEGER NOT NULL CHECK (known IN (0, 1)),
  views INTEGER NOT NULL,
  visitors INTEGER NOT NULL,
  PRIMARY KEY (day, path, query, referrer)
) STRICT, WITHOUT ROWID;

-- The whole site's days, and how many rows each has above, which bounds their number.
CREATE TABLE view_days (
  day INTEGER PRIMARY KEY,
  views INTEGER NOT NULL DEFAULT 0,
  visitors INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What is left of old days: pages by month (year * 12 + month - 1); path '' is the whole site.
CREATE TABLE view_months (
  month INTEGER NOT NULL,
  path TEXT NOT NULL,
  views INTEGER NOT NULL,
  visitors INTEGER NOT NULL,
  PRIMARY KEY (month, path)
) STRICT, WITHOUT ROWID;
