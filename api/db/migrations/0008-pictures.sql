-- Which smaller and newer forms of an image there are in DATA_DIR/pictures. NULL: none was made yet.
ALTER TABLE media ADD COLUMN variants TEXT CHECK (variants IS NULL OR json_valid(variants));
CREATE INDEX media_without_variants ON media (id) WHERE variants IS NULL;

-- What the picture was drawn from that stands for an article where its address is shared.
CREATE TABLE share_pictures (
  article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  key TEXT NOT NULL
) STRICT;
