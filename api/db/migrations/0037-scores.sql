-- What members like of the Game Corner. Games are known by their number in the catalogue.
CREATE TABLE game_likes (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

-- Games that were begun to be counted: each for one member, one game in one mode, once and in time.
CREATE TABLE game_seeds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game INTEGER NOT NULL,
  mode TEXT NOT NULL,
  seed INTEGER NOT NULL,
  -- The day of the challenge that it is a go at, in days since 1970; NULL for any other game.
  challenge INTEGER,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX game_seeds_of_user ON game_seeds (user_id, id);
CREATE INDEX game_seeds_over ON game_seeds (ends_at);

-- The best of a member on each day, in each mode and kind, with all it takes to play it again. Every
-- number in it was computed by this server.
CREATE TABLE game_scores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game INTEGER NOT NULL,
  mode TEXT NOT NULL,
  -- Days since 1970, in UTC.
  day INTEGER NOT NULL,
  -- 1: of that day's challenge.
  challenge INTEGER NOT NULL CHECK (challenge IN (0, 1)),
  score INTEGER NOT NULL CHECK (score > 0),
  outcome TEXT NOT NULL CHECK (outcome IN ('won', 'lost', 'drawn')),
  rules INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  -- The runs of inputs, deflated, in base64.
  inputs TEXT NOT NULL,
  -- 1: the best of this member in this mode on any day; challenges are counted apart.
  best INTEGER NOT NULL DEFAULT 0 CHECK (best IN (0, 1)),
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, game, mode, day, challenge)
) STRICT;
CREATE INDEX game_scores_of_day
  ON game_scores (game, mode, challenge, day, score DESC, created_at, id);
CREATE INDEX game_scores_of_all_time
  ON game_scores (game, mode, score DESC, created_at, id) WHERE best = 1;
CREATE UNIQUE INDEX game_scores_best ON game_scores (user_id, game, mode) WHERE best = 1;
CREATE INDEX game_scores_of_user ON game_scores (user_id, created_at, id);

-- What members say of games: one review of each.
CREATE TABLE game_reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game INTEGER NOT NULL,
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  text TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('held', 'published', 'rejected')),
  -- Why it was not published, as its author is told.
  reason TEXT,
  -- What spoke against it when it came, in words for a moderator.
  signals TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(signals)),
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  decided_at INTEGER,
  UNIQUE (user_id, game)
) STRICT;
CREATE INDEX game_reviews_of_game ON game_reviews (game, created_at, id, stars)
  WHERE state = 'published';
CREATE INDEX game_reviews_by_state ON game_reviews (state, created_at, id);
