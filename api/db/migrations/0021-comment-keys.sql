-- What the client calls a comment, so that sending it once more after a lost answer is no second one.
ALTER TABLE comments ADD COLUMN client_key TEXT;
CREATE UNIQUE INDEX comments_once_of_member ON comments (article_id, user_id, client_key)
  WHERE client_key IS NOT NULL AND user_id IS NOT NULL;
CREATE UNIQUE INDEX comments_once_of_guest ON comments (article_id, guest, client_key)
  WHERE client_key IS NOT NULL AND guest IS NOT NULL;
