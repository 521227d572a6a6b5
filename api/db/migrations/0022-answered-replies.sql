-- Which reply another reply answers. Both stand below the same comment: there is one level.
ALTER TABLE comments ADD COLUMN answers_id INTEGER REFERENCES comments (id) ON DELETE SET NULL;
CREATE INDEX comments_answering ON comments (answers_id) WHERE answers_id IS NOT NULL;
