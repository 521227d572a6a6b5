-- The newest public comments of an article, replies included, which every answer with the article names.
CREATE INDEX comments_public ON comments (article_id, created_at, id, public_id)
  WHERE state = 'published';
-- What a member likes in one order, also what was liked at the same instant.
DROP INDEX article_likes_by_user;
CREATE INDEX article_likes_by_user ON article_likes (user_id, created_at, article_id);
