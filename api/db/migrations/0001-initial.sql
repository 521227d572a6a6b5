CREATE TABLE article_alerts (
  article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  last_recipient_id INTEGER NOT NULL DEFAULT 0,
  written_at INTEGER,
  taken_back_at INTEGER,
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX article_alerts_to_write ON article_alerts (article_id) WHERE written_at IS NULL;
CREATE INDEX article_alerts_taken_back ON article_alerts (article_id) WHERE taken_back_at IS NOT NULL;

CREATE TABLE article_categories (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  slug TEXT NOT NULL DEFAULT '',
  listed_at INTEGER,
  PRIMARY KEY (article_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_categories_by_category ON article_categories (category_id, article_id);
CREATE INDEX article_categories_by_slug ON article_categories (slug, listed_at, article_id);
CREATE INDEX article_categories_listed ON article_categories (slug) WHERE listed_at IS NOT NULL;

CREATE TABLE article_days (
  day INTEGER NOT NULL,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  views INTEGER NOT NULL,
  PRIMARY KEY (day, article_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_days_by_article ON article_days (article_id);

CREATE TABLE article_likes (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (article_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_likes_by_user ON article_likes (user_id, created_at, article_id);

CREATE TABLE article_revisions (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('save', 'autosave', 'restore', 'publish')),
  version INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  words INTEGER NOT NULL,
  title TEXT NOT NULL,
  edit_session TEXT,
  fields TEXT NOT NULL CHECK (json_valid(fields))
) STRICT;
CREATE INDEX article_revisions_newest ON article_revisions (article_id, id);
CREATE INDEX article_revisions_autosaves ON article_revisions (article_id, id) WHERE kind = 'autosave';
CREATE INDEX article_revisions_by_user ON article_revisions (user_id);
CREATE UNIQUE INDEX article_revisions_edit_session ON article_revisions (edit_session) WHERE edit_session IS NOT NULL;

CREATE TABLE article_sources (
  source TEXT PRIMARY KEY,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX article_sources_by_article ON article_sources (article_id);

CREATE TABLE article_tags (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tag TEXT NOT NULL,
  listed_at INTEGER,
  PRIMARY KEY (article_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_tags_by_tag ON article_tags (tag, listed_at, article_id);
CREATE INDEX article_tags_listed ON article_tags (tag) WHERE listed_at IS NOT NULL;

CREATE TABLE article_views (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  reader TEXT NOT NULL,
  PRIMARY KEY (day, article_id, reader)
) STRICT, WITHOUT ROWID;

CREATE TABLE articles (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  author_id INTEGER NOT NULL REFERENCES users (id),
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  words INTEGER NOT NULL DEFAULT 0,
  language TEXT NOT NULL DEFAULT 'en',
  slug TEXT NOT NULL UNIQUE,
  series TEXT,
  series_slug TEXT,
  media_id INTEGER REFERENCES media (id),
  image_alt TEXT NOT NULL DEFAULT '',
  linkedin INTEGER NOT NULL DEFAULT 0 CHECK (linkedin IN (0, 1)),
  dev INTEGER NOT NULL DEFAULT 0 CHECK (dev IN (0, 1)),
  medium INTEGER NOT NULL DEFAULT 0 CHECK (medium IN (0, 1)),
  linkedin_content TEXT NOT NULL DEFAULT '',
  draft INTEGER NOT NULL DEFAULT 1 CHECK (draft IN (0, 1)),
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  scheduled_at INTEGER,
  published_at INTEGER,
  deleted_at INTEGER,
  views INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  state TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN draft = 1 THEN 'draft' WHEN scheduled_at IS NOT NULL THEN 'scheduled' WHEN archived = 1 THEN 'archived' ELSE 'live' END) STORED,
  toc TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(toc)),
  html TEXT NOT NULL DEFAULT '',
  markdown TEXT NOT NULL DEFAULT '',
  schedule_zone TEXT,
  CONSTRAINT articles_published CHECK (state NOT IN ('live', 'archived') OR published_at IS NOT NULL)
) STRICT;
CREATE INDEX articles_by_state ON articles (state, published_at, id);
CREATE INDEX articles_by_author ON articles (author_id, state, published_at, id);
CREATE INDEX articles_by_update ON articles (state, updated_at, id);
CREATE INDEX articles_by_creation ON articles (created_at, id);
CREATE INDEX articles_by_series ON articles (series_slug, state, published_at, id) WHERE series_slug IS NOT NULL;
CREATE INDEX articles_due ON articles (scheduled_at) WHERE scheduled_at IS NOT NULL;
CREATE INDEX articles_in_bin ON articles (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX articles_by_media ON articles (media_id) WHERE media_id IS NOT NULL;

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details))
) STRICT;
CREATE INDEX audit_log_time ON audit_log (at, id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, at, id);
CREATE INDEX audit_log_action ON audit_log (action, at, id);

CREATE TABLE avatars (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX avatars_of_user ON avatars (user_id);
CREATE INDEX avatars_by_age ON avatars (created_at);

CREATE TABLE built_documents (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('case-study', 'game')),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  headings TEXT NOT NULL CHECK (json_valid(headings)),
  text TEXT NOT NULL,
  search_id INTEGER NOT NULL UNIQUE GENERATED ALWAYS AS (CASE kind WHEN 'case-study' THEN -1000000000000 ELSE -2000000000000 END - id)
) STRICT;

CREATE TABLE cart_discounts (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  discount_id INTEGER NOT NULL REFERENCES discounts (id) ON DELETE CASCADE,
  added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cart_discounts_of_discount ON cart_discounts (discount_id);

CREATE TABLE cart_lines (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  quantity INTEGER NOT NULL,
  price_seen INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  amount INTEGER,
  PRIMARY KEY (user_id, product_id),
  CONSTRAINT cart_lines_quantity CHECK (quantity BETWEEN 1 AND 99),
  CONSTRAINT cart_lines_amount CHECK (amount >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX cart_lines_of_product ON cart_lines (product_id);

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('article', 'product')),
  name TEXT COLLATE NOCASE NOT NULL,
  UNIQUE (kind, name)
) STRICT;

CREATE TABLE checkouts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id),
  provider TEXT NOT NULL CHECK (provider IN ('demo', 'paypal', 'free')),
  payment_id TEXT UNIQUE,
  approve_url TEXT,
  state TEXT NOT NULL DEFAULT 'creating' CHECK (state IN ('creating', 'open', 'capturing', 'pending', 'paid', 'unmatched', 'ended')),
  reason TEXT,
  currency TEXT NOT NULL,
  subtotal INTEGER NOT NULL,
  discount INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL,
  lines TEXT NOT NULL CHECK (json_valid(lines)),
  fingerprint TEXT NOT NULL,
  buyer TEXT NOT NULL CHECK (json_valid(buyer)),
  seller TEXT NOT NULL,
  tax_line TEXT NOT NULL,
  terms TEXT NOT NULL,
  consented_at INTEGER NOT NULL,
  address TEXT CHECK (json_valid(address)),
  declines INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER,
  poll_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  discount_id INTEGER REFERENCES discounts (id),
  discount_code TEXT NOT NULL DEFAULT '',
  CONSTRAINT checkouts_subtotal CHECK (subtotal >= 0),
  CONSTRAINT checkouts_discount CHECK (discount BETWEEN 0 AND subtotal),
  CONSTRAINT checkouts_total CHECK (total = subtotal - discount)
) STRICT;
CREATE INDEX checkouts_due ON checkouts (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX checkouts_of_user ON checkouts (user_id, state, id);
CREATE INDEX checkouts_over ON checkouts (state, created_at);
CREATE INDEX checkouts_of_discount ON checkouts (discount_id, state, user_id) WHERE discount_id IS NOT NULL;

CREATE TABLE comment_counts (
  article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  published INTEGER NOT NULL
) STRICT;

CREATE TABLE comment_likes (
  comment_id INTEGER NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (comment_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX comment_likes_by_user ON comment_likes (user_id, comment_id);
CREATE INDEX comment_likes_latest ON comment_likes (comment_id, created_at, user_id);

CREATE TABLE comment_reports (
  id INTEGER PRIMARY KEY,
  comment_id INTEGER NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE UNIQUE INDEX comment_reports_once ON comment_reports (comment_id, coalesce(user_id, 0));
CREATE INDEX comment_reports_by_user ON comment_reports (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE comments (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  guest TEXT,
  parent_id INTEGER REFERENCES comments (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('published', 'held', 'rejected', 'spam', 'deleted')),
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  decided_at INTEGER,
  likes INTEGER NOT NULL DEFAULT 0,
  reports INTEGER NOT NULL DEFAULT 0,
  replies INTEGER NOT NULL DEFAULT 0,
  score REAL NOT NULL DEFAULT 0,
  shown INTEGER NOT NULL GENERATED ALWAYS AS (state = 'published' OR replies > 0) STORED,
  spam_factors TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(spam_factors)),
  reason TEXT,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  client_key TEXT,
  reply_to_id INTEGER REFERENCES comments (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX comments_recent ON comments (article_id, parent_id, shown, created_at, id);
CREATE INDEX comments_relevant ON comments (article_id, score, created_at, id) WHERE parent_id IS NULL AND shown = 1;
CREATE INDEX comments_replies ON comments (parent_id, state, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_by_user ON comments (user_id, state, created_at, id) WHERE user_id IS NOT NULL;
CREATE INDEX comments_by_guest ON comments (guest, state, created_at, id) WHERE guest IS NOT NULL;
CREATE INDEX comments_by_state ON comments (state, created_at, id);
CREATE INDEX comments_reported ON comments (created_at, id) WHERE reports > 0 AND state = 'published';
CREATE UNIQUE INDEX comments_once_of_member ON comments (article_id, user_id, client_key) WHERE client_key IS NOT NULL AND user_id IS NOT NULL;
CREATE UNIQUE INDEX comments_once_of_guest ON comments (article_id, guest, client_key) WHERE client_key IS NOT NULL AND guest IS NOT NULL;
CREATE INDEX comments_reply_to ON comments (reply_to_id) WHERE reply_to_id IS NOT NULL;
CREATE INDEX comments_held_of_guests ON comments (id) WHERE state = 'held' AND guest IS NOT NULL;
CREATE INDEX comments_public ON comments (article_id, created_at, id, public_id) WHERE state = 'published';

CREATE TABLE connections (
  target TEXT PRIMARY KEY CHECK (target IN ('linkedin', 'dev', 'medium')),
  encrypted BLOB NOT NULL,
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  connected_at INTEGER NOT NULL,
  expires_at INTEGER,
  reminded_at INTEGER,
  refused_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX connections_ending ON connections (expires_at) WHERE expires_at IS NOT NULL AND reminded_at IS NULL;

CREATE TABLE contact_messages (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  message TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  read_at INTEGER,
  mailed_at INTEGER
) STRICT;
CREATE INDEX contact_messages_newest ON contact_messages (received_at DESC, id DESC);
CREATE INDEX contact_messages_unread ON contact_messages (received_at DESC, id DESC) WHERE read_at IS NULL;
CREATE INDEX contact_messages_by_email ON contact_messages (email);

CREATE TABLE cross_posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  target TEXT NOT NULL CHECK (target IN ('linkedin', 'dev', 'medium')),
  state TEXT NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER,
  holder TEXT,
  held_until INTEGER,
  remote_id TEXT,
  url TEXT,
  reason TEXT,
  fingerprint TEXT,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  UNIQUE (article_id, target)
) STRICT;
CREATE INDEX cross_posts_due ON cross_posts (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX cross_posts_sending ON cross_posts (id) WHERE state = 'sending';
CREATE INDEX cross_posts_by_state ON cross_posts (state, id);
CREATE INDEX cross_posts_by_target ON cross_posts (target, state) WHERE next_at IS NULL;

CREATE TABLE demo_payments (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL UNIQUE,
  payment TEXT NOT NULL CHECK (json_valid(payment)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX demo_payments_by_time ON demo_payments (created_at);

CREATE TABLE discount_products (
  discount_id INTEGER NOT NULL REFERENCES discounts (id) ON DELETE CASCADE,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (discount_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX discount_products_of_product ON discount_products (product_id);

CREATE TABLE discounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('percent', 'amount')),
  value INTEGER NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('all', 'some')),
  starts_at INTEGER,
  ends_at INTEGER,
  max_uses INTEGER,
  max_uses_each INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CONSTRAINT discounts_code CHECK (code = upper(code)),
  CONSTRAINT discounts_value CHECK (value > 0 AND (kind = 'amount' OR value <= 100)),
  CONSTRAINT discounts_max_uses CHECK (max_uses > 0),
  CONSTRAINT discounts_max_uses_each CHECK (max_uses_each > 0)
) STRICT;
CREATE INDEX discounts_newest ON discounts (created_at, id);

CREATE TABLE disputes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  dispute_id TEXT NOT NULL,
  order_id INTEGER REFERENCES orders (id),
  state TEXT NOT NULL CHECK (state IN ('open', 'seller', 'buyer', 'review', 'won', 'lost', 'settled')),
  reason TEXT NOT NULL,
  amount INTEGER,
  currency TEXT,
  due_at INTEGER,
  reported_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (provider, dispute_id),
  CONSTRAINT disputes_amount CHECK (amount >= 0)
) STRICT;
CREATE INDEX disputes_of_order ON disputes (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX disputes_open ON disputes (id) WHERE state IN ('open', 'seller', 'buyer', 'review');
CREATE INDEX disputes_stray ON disputes (id) WHERE order_id IS NULL;

CREATE TABLE downloads (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  version_id INTEGER NOT NULL REFERENCES product_file_versions (id) ON DELETE CASCADE,
  link_ends_at INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  UNIQUE (user_id, version_id, link_ends_at)
) STRICT;
CREATE INDEX downloads_by_time ON downloads (started_at, product_id);
CREATE INDEX downloads_of_product ON downloads (product_id);
CREATE INDEX downloads_of_version ON downloads (version_id);

CREATE TABLE draft_links (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  seen_at INTEGER
) STRICT;
CREATE INDEX draft_links_by_article ON draft_links (article_id, ends_at);

CREATE TABLE emails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject_key TEXT,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  message_id TEXT NOT NULL,
  content TEXT CHECK (json_valid(content)),
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
  priority INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  run_at INTEGER NOT NULL,
  retry_until INTEGER NOT NULL,
  expires_at INTEGER,
  holder TEXT,
  held_until INTEGER,
  handed_over_at INTEGER,
  response TEXT,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  newsletter_id INTEGER REFERENCES newsletters (id) ON DELETE SET NULL,
  subscriber TEXT,
  member TEXT,
  notification_kind TEXT
) STRICT;
CREATE INDEX emails_waiting ON emails (priority, run_at, id) WHERE state = 'queued';
CREATE INDEX emails_sending ON emails (id) WHERE state = 'sending';
CREATE INDEX emails_by_state ON emails (state, id);
CREATE INDEX emails_readable ON emails (ended_at) WHERE content IS NOT NULL AND ended_at IS NOT NULL;
CREATE INDEX emails_expiring ON emails (expires_at) WHERE content IS NOT NULL AND expires_at IS NOT NULL;
CREATE INDEX emails_ended ON emails (ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX emails_one_for_each ON emails (newsletter_id, subscriber) WHERE newsletter_id IS NOT NULL;
CREATE INDEX emails_of_newsletter ON emails (newsletter_id, state) WHERE newsletter_id IS NOT NULL;
CREATE INDEX emails_by_recipient ON emails (recipient);
CREATE INDEX emails_by_subject ON emails (subject_key, recipient) WHERE subject_key IS NOT NULL;
CREATE INDEX emails_to_member ON emails (member, created_at) WHERE member IS NOT NULL;

CREATE TABLE former_slugs (
  slug TEXT PRIMARY KEY,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX former_slugs_by_article ON former_slugs (article_id);

CREATE TABLE game_likes (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game INTEGER NOT NULL,
  stars INTEGER NOT NULL,
  text TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('held', 'published', 'rejected')),
  reason TEXT,
  spam_factors TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(spam_factors)),
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  decided_at INTEGER,
  UNIQUE (user_id, game),
  CONSTRAINT game_reviews_stars CHECK (stars BETWEEN 1 AND 5)
) STRICT;
CREATE INDEX game_reviews_of_game ON game_reviews (game, created_at, id, stars) WHERE state = 'published';
CREATE INDEX game_reviews_by_state ON game_reviews (state, created_at, id);

CREATE TABLE game_scores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game INTEGER NOT NULL,
  mode TEXT NOT NULL,
  day INTEGER NOT NULL,
  challenge INTEGER NOT NULL CHECK (challenge IN (0, 1)),
  score INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('won', 'lost', 'drawn')),
  rules INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  inputs TEXT NOT NULL,
  best INTEGER NOT NULL DEFAULT 0 CHECK (best IN (0, 1)),
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, game, mode, day, challenge),
  CONSTRAINT game_scores_score CHECK (score > 0)
) STRICT;
CREATE INDEX game_scores_of_day ON game_scores (game, mode, challenge, day, score DESC, created_at, id);
CREATE INDEX game_scores_of_all_time ON game_scores (game, mode, score DESC, created_at, id) WHERE best = 1;
CREATE UNIQUE INDEX game_scores_best ON game_scores (user_id, game, mode) WHERE best = 1;
CREATE INDEX game_scores_of_user ON game_scores (user_id, created_at, id);

CREATE TABLE game_seeds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game INTEGER NOT NULL,
  mode TEXT NOT NULL,
  seed INTEGER NOT NULL,
  challenge INTEGER,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX game_seeds_of_user ON game_seeds (user_id, id);
CREATE INDEX game_seeds_over ON game_seeds (ends_at);

CREATE TABLE image_uses (
  file_name TEXT NOT NULL,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  PRIMARY KEY (file_name, article_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX image_uses_of_article ON image_uses (article_id);

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  article_id INTEGER,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  priority INTEGER NOT NULL DEFAULT 5,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  lease_holder TEXT,
  lease_until INTEGER,
  error TEXT,
  result TEXT CHECK (json_valid(result)),
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_waiting ON jobs (state, priority, run_at, id);
CREATE INDEX jobs_by_article ON jobs (article_id, id) WHERE article_id IS NOT NULL;

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  held_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE library_entries (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  keys_pending INTEGER NOT NULL DEFAULT 0,
  bought_at INTEGER NOT NULL,
  revoked_at INTEGER,
  UNIQUE (order_id, position),
  CONSTRAINT library_entries_quantity CHECK (quantity BETWEEN 1 AND 99),
  CONSTRAINT library_entries_keys_pending CHECK (keys_pending >= 0)
) STRICT;
CREATE INDEX library_entries_of_user ON library_entries (user_id, product_id);
CREATE INDEX library_entries_of_product ON library_entries (product_id, user_id);
CREATE INDEX library_entries_pending ON library_entries (product_id, id) WHERE keys_pending > 0;

CREATE TABLE licence_keys (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id),
  entry_id INTEGER REFERENCES library_entries (id) ON DELETE SET NULL,
  assigned_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (product_id, code)
) STRICT;
CREATE INDEX licence_keys_left ON licence_keys (product_id, id) WHERE assigned_at IS NULL;
CREATE INDEX licence_keys_of_user ON licence_keys (user_id, product_id) WHERE user_id IS NOT NULL;
CREATE INDEX licence_keys_of_entry ON licence_keys (entry_id) WHERE entry_id IS NOT NULL;

CREATE TABLE list_pages (
  list TEXT NOT NULL,
  number INTEGER NOT NULL,
  from_time INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  PRIMARY KEY (list, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX list_pages_by_start ON list_pages (list, from_time, from_id);

CREATE TABLE live_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CONSTRAINT live_events_data CHECK (json_valid(data))
) STRICT;
CREATE INDEX live_events_by_time ON live_events (created_at);

CREATE TABLE media (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  file_name TEXT NOT NULL UNIQUE,
  source_hash TEXT NOT NULL UNIQUE,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  mime TEXT NOT NULL,
  folder TEXT NOT NULL DEFAULT 'articles',
  created_at INTEGER NOT NULL,
  variants TEXT CHECK (json_valid(variants)),
  name TEXT NOT NULL DEFAULT '',
  alt TEXT NOT NULL DEFAULT '',
  uploader_id INTEGER REFERENCES users (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX media_without_variants ON media (id) WHERE variants IS NULL;
CREATE INDEX media_by_creation ON media (created_at, id);
CREATE INDEX media_by_size ON media (bytes, id);
CREATE INDEX media_by_name ON media (name COLLATE NOCASE, id);
CREATE INDEX media_of_uploader ON media (uploader_id) WHERE uploader_id IS NOT NULL;

CREATE TABLE newsletters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  article_id INTEGER NOT NULL UNIQUE REFERENCES articles (id) ON DELETE CASCADE,
  requested_at INTEGER NOT NULL,
  started_at INTEGER,
  last_recipient_id INTEGER NOT NULL DEFAULT 0,
  written_at INTEGER
) STRICT;
CREATE INDEX newsletters_to_write ON newsletters (id) WHERE started_at IS NOT NULL AND written_at IS NULL;

CREATE TABLE notification_preferences (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  in_site INTEGER NOT NULL CHECK (in_site IN (0, 1)),
  by_mail INTEGER NOT NULL CHECK (by_mail IN (0, 1)),
  PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  by_user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  excerpt TEXT NOT NULL DEFAULT '',
  path TEXT,
  subject_key TEXT,
  in_site INTEGER NOT NULL CHECK (in_site IN (0, 1)),
  created_at INTEGER NOT NULL,
  read_at INTEGER
) STRICT;
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, kind, subject_key) WHERE subject_key IS NOT NULL;
CREATE INDEX notifications_of_user ON notifications (user_id, id) WHERE in_site = 1;
CREATE INDEX notifications_unread ON notifications (user_id, id) WHERE in_site = 1 AND read_at IS NULL;
CREATE INDEX notifications_by ON notifications (by_user_id) WHERE by_user_id IS NOT NULL;
CREATE INDEX notifications_by_time ON notifications (created_at);
CREATE INDEX notifications_of_anybody ON notifications (user_id);
CREATE INDEX notifications_by_subject ON notifications (subject_key, id) WHERE subject_key IS NOT NULL;

CREATE TABLE oauth_accounts (
  host TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  login TEXT NOT NULL,
  linked_at INTEGER NOT NULL,
  PRIMARY KEY (host, subject),
  UNIQUE (user_id, host)
) STRICT, WITHOUT ROWID;

CREATE TABLE og_images (
  article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  key TEXT NOT NULL
) STRICT;

CREATE TABLE one_time_tokens (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  password_changed_at INTEGER
) STRICT;
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id, kind, created_at);
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);

CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  product_id INTEGER REFERENCES products (id) ON DELETE SET NULL,
  product TEXT NOT NULL,
  title TEXT NOT NULL,
  sells TEXT NOT NULL,
  price INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  image TEXT,
  files TEXT NOT NULL CHECK (json_valid(files)),
  discount INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, position),
  CONSTRAINT order_lines_quantity CHECK (quantity BETWEEN 1 AND 99),
  CONSTRAINT order_lines_discount CHECK (discount >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_lines_of_product ON order_lines (product_id, order_id);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  number INTEGER NOT NULL UNIQUE,
  checkout_id INTEGER UNIQUE REFERENCES checkouts (id) ON DELETE SET NULL,
  user_id INTEGER NOT NULL REFERENCES users (id),
  provider TEXT NOT NULL CHECK (provider IN ('demo', 'paypal', 'free')),
  payment_id TEXT NOT NULL UNIQUE,
  capture_id TEXT UNIQUE,
  currency TEXT NOT NULL,
  subtotal INTEGER NOT NULL,
  discount INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL,
  refunded INTEGER NOT NULL DEFAULT 0,
  buyer TEXT NOT NULL CHECK (json_valid(buyer)),
  seller TEXT NOT NULL,
  tax_line TEXT NOT NULL,
  address TEXT NOT NULL CHECK (json_valid(address)),
  terms TEXT NOT NULL,
  consented_at INTEGER NOT NULL,
  words TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  anonymised_at INTEGER,
  discount_id INTEGER REFERENCES discounts (id),
  discount_code TEXT NOT NULL DEFAULT '',
  CONSTRAINT orders_total CHECK (total >= 0),
  CONSTRAINT orders_refunded CHECK (refunded BETWEEN 0 AND total)
) STRICT;
CREATE INDEX orders_of_user ON orders (user_id, id);
CREATE INDEX orders_by_time ON orders (created_at, id);
CREATE INDEX orders_by_currency ON orders (currency, total, refunded);
CREATE INDEX orders_to_anonymise ON orders (created_at) WHERE anonymised_at IS NULL;
CREATE INDEX orders_by_sale ON orders (currency, created_at, total);
CREATE INDEX orders_without_refund ON orders (id) WHERE refunded = 0;
CREATE INDEX orders_with_refund ON orders (id, refunded, total) WHERE refunded > 0;
CREATE INDEX orders_of_discount ON orders (discount_id, id) WHERE discount_id IS NOT NULL;
CREATE INDEX orders_of_discount_and_user ON orders (discount_id, user_id) WHERE discount_id IS NOT NULL;

CREATE TABLE page_dependencies (
  release_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  PRIMARY KEY (release_id, tag, page_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_dependencies_by_page ON page_dependencies (page_id);

CREATE TABLE page_views (
  day INTEGER NOT NULL,
  path TEXT NOT NULL,
  query TEXT NOT NULL,
  referrer TEXT NOT NULL,
  known INTEGER NOT NULL CHECK (known IN (0, 1)),
  views INTEGER NOT NULL,
  visitors INTEGER NOT NULL,
  PRIMARY KEY (day, path, query, referrer)
) STRICT, WITHOUT ROWID;

CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  release_id INTEGER NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  kind TEXT NOT NULL,
  checksum INTEGER,
  rendered_at INTEGER NOT NULL,
  UNIQUE (release_id, path)
) STRICT;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  public_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(transports)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);

CREATE TABLE payment_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  event_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  checkout_id INTEGER REFERENCES checkouts (id) ON DELETE SET NULL,
  order_id INTEGER REFERENCES orders (id),
  received_at INTEGER NOT NULL,
  UNIQUE (provider, event_id)
) STRICT;
CREATE INDEX payment_events_of_order ON payment_events (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX payment_events_of_checkout ON payment_events (checkout_id) WHERE checkout_id IS NOT NULL;
CREATE INDEX payment_events_by_kind ON payment_events (kind, id);

CREATE TABLE product_file_versions (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  file_id INTEGER NOT NULL REFERENCES product_files (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  changelog TEXT NOT NULL DEFAULT '',
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  stored TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  UNIQUE (file_id, version)
) STRICT;
CREATE INDEX product_file_versions_of_file ON product_file_versions (file_id, id);

CREATE TABLE product_files (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
CREATE INDEX product_files_of_product ON product_files (product_id, position, id);

CREATE TABLE product_former_slugs (
  slug TEXT PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX product_former_slugs_of_product ON product_former_slugs (product_id);

CREATE TABLE product_image_uses (
  file_name TEXT NOT NULL,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (file_name, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_image_uses_of_product ON product_image_uses (product_id);

CREATE TABLE product_images (
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  media_id INTEGER NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  alt TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_images_by_media ON product_images (media_id, product_id);

CREATE TABLE update_notifications (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  last_recipient_id INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  written_at INTEGER
) STRICT;
CREATE INDEX update_notifications_unwritten ON update_notifications (id) WHERE written_at IS NULL;
CREATE INDEX update_notifications_of_product ON update_notifications (product_id);

CREATE TABLE product_og_images (
  product_id INTEGER PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  key TEXT NOT NULL
) STRICT;

CREATE TABLE product_uploads (
  id TEXT PRIMARY KEY,
  uploader_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT,
  created_at INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX product_uploads_by_touch ON product_uploads (touched_at);
CREATE INDEX product_uploads_of_user ON product_uploads (uploader_id);

CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  product_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',
  html TEXT NOT NULL DEFAULT '',
  price INTEGER NOT NULL DEFAULT 0,
  category_id INTEGER REFERENCES categories (id),
  sells TEXT NOT NULL DEFAULT 'copy' CHECK (sells IN ('copy', 'seats', 'keys')),
  state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'live', 'retired', 'deleted')),
  sold INTEGER NOT NULL DEFAULT 0,
  first_sold_at INTEGER,
  listed_at INTEGER NOT NULL,
  live_at INTEGER,
  deleted_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  keys_from TEXT NOT NULL DEFAULT 'none' CHECK (keys_from IN ('none', 'generated', 'list')),
  suggested_price INTEGER,
  is_sample INTEGER NOT NULL DEFAULT 0 CHECK (is_sample IN (0, 1)),
  CONSTRAINT products_price CHECK (price >= 0),
  CONSTRAINT products_sold CHECK (sold >= 0),
  CONSTRAINT products_suggested_price CHECK (suggested_price >= price)
) STRICT;
CREATE INDEX products_newest ON products (state, listed_at, id);
CREATE INDEX products_by_price ON products (state, price, id);
CREATE INDEX products_by_sold ON products (state, sold, id);
CREATE INDEX products_by_title ON products (state, title COLLATE NOCASE, id);
CREATE INDEX products_of_category ON products (category_id, state, listed_at, id);
CREATE INDEX products_of_category_by_price ON products (category_id, state, price, id);
CREATE INDEX products_of_category_by_sold ON products (category_id, state, sold, id);
CREATE INDEX products_of_category_by_title ON products (category_id, state, title COLLATE NOCASE, id);
CREATE INDEX products_deleted ON products (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE refunds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  amount INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sending', 'done', 'failed')),
  provider_id TEXT UNIQUE,
  reason TEXT NOT NULL DEFAULT '',
  next_at INTEGER,
  poll_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  lines TEXT,
  CONSTRAINT refunds_amount CHECK (amount > 0),
  CONSTRAINT refunds_lines CHECK (json_valid(lines))
) STRICT;
CREATE INDEX refunds_of_order ON refunds (order_id, id);
CREATE INDEX refunds_due ON refunds (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX refunds_by_end ON refunds (ended_at, order_id, amount) WHERE state = 'done';

CREATE TABLE releases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  build_id TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('rendering', 'live', 'previous', 'failed', 'removed')),
  error TEXT,
  created_at INTEGER NOT NULL,
  live_at INTEGER
) STRICT;
CREATE INDEX releases_by_state ON releases (state, id);

CREATE TABLE saved_articles (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, article_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX saved_articles_by_time ON saved_articles (user_id, created_at, article_id);
CREATE INDEX saved_articles_by_article ON saved_articles (article_id);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  refresh_hash TEXT NOT NULL UNIQUE,
  previous_hash TEXT,
  previous_valid_until INTEGER,
  remember INTEGER NOT NULL CHECK (remember IN (0, 1)),
  user_agent TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  idle_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked_reason TEXT,
  confirmed_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_previous ON sessions (previous_hash);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE setup_tokens (
  hash TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE TABLE sign_in_attempts (
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  attempt TEXT NOT NULL,
  PRIMARY KEY (key, at, attempt)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempts_attempt ON sign_in_attempts (attempt);
CREATE INDEX sign_in_attempts_time ON sign_in_attempts (at);

CREATE TABLE subscribers (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  link_hash TEXT UNIQUE,
  link_until INTEGER NOT NULL,
  mails INTEGER NOT NULL DEFAULT 0,
  mailed_at INTEGER,
  confirmed_at INTEGER,
  forward_at INTEGER,
  forwarded_at INTEGER
) STRICT;
CREATE INDEX subscribers_newest ON subscribers (requested_at DESC, id DESC);
CREATE INDEX subscribers_confirmed ON subscribers (requested_at DESC, id DESC) WHERE confirmed_at IS NOT NULL;
CREATE INDEX subscribers_unconfirmed ON subscribers (requested_at DESC, id DESC) WHERE confirmed_at IS NULL;
CREATE INDEX subscribers_over ON subscribers (link_until) WHERE confirmed_at IS NULL;
CREATE INDEX subscribers_to_forward ON subscribers (forward_at) WHERE forward_at IS NOT NULL;

CREATE TABLE text_generation_days (
  day INTEGER PRIMARY KEY,
  calls INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT;

CREATE TABLE totp_secrets (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  encrypted BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  used_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE trending (
  position INTEGER PRIMARY KEY,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX trending_by_article ON trending (article_id);

CREATE TABLE trusted_devices (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  email TEXT COLLATE NOCASE NOT NULL UNIQUE,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  role INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'deleted', 'placeholder')),
  avatar TEXT,
  title TEXT NOT NULL DEFAULT '',
  bio TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  work TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(work)),
  education TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(education)),
  skills TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(skills)),
  websites TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(websites)),
  social_media TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(social_media)),
  notifications INTEGER NOT NULL DEFAULT 0 CHECK (notifications IN (0, 1)),
  password_changed_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  email_confirmed_at INTEGER,
  invited_at INTEGER,
  projects TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(projects)),
  privacy TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(privacy)),
  CONSTRAINT users_role CHECK (role IN (0, 1))
) STRICT;
CREATE INDEX users_role ON users (role, status);
CREATE INDEX users_by_name ON users (name COLLATE NOCASE, id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_last_name ON users (CASE WHEN instr(name, ' ') > 0 THEN replace(name, rtrim(name, replace(name, ' ', '')), '') ELSE '' END COLLATE NOCASE, id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_email ON users (email, id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_type ON users (role, id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_joining ON users (created_at, id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_by_anniversary ON users (strftime('%m-%d', created_at / 1000, 'unixepoch'), id) WHERE status IN ('active', 'suspended');
CREATE INDEX users_suspended ON users (id) WHERE status = 'suspended';
CREATE INDEX users_invited ON users (invited_at) WHERE invited_at IS NOT NULL;
CREATE INDEX users_with_alerts ON users (id) WHERE notifications = 1;

CREATE TABLE view_days (
  day INTEGER PRIMARY KEY,
  views INTEGER NOT NULL DEFAULT 0,
  visitors INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE view_months (
  month INTEGER NOT NULL,
  path TEXT NOT NULL,
  views INTEGER NOT NULL,
  visitors INTEGER NOT NULL,
  PRIMARY KEY (month, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE working_copies (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  edit_session TEXT NOT NULL,
  version INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  PRIMARY KEY (article_id, user_id, edit_session)
) STRICT;
CREATE INDEX working_copies_by_user ON working_copies (user_id);

CREATE TABLE working_copy_images (
  file_name TEXT NOT NULL,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  PRIMARY KEY (file_name, article_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX working_copy_images_of_article ON working_copy_images (article_id);
