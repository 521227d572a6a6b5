-- What the helper has used, by UTC day (days since 1970): a day allows so many calls and tokens.
CREATE TABLE text_generation_days (
  day INTEGER PRIMARY KEY,
  calls INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT;
