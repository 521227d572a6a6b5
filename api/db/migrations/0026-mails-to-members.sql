-- Public id of the member whom a mail tells of something, and of which kind that is: they may have
-- ended such mails before it leaves, and nobody gets many of them in an hour.
ALTER TABLE mails ADD COLUMN member TEXT;
ALTER TABLE mails ADD COLUMN notice TEXT;
CREATE INDEX mails_to_member ON mails (member, created_at) WHERE member IS NOT NULL;
