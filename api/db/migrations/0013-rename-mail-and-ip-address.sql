-- The glossary says 'email' for a message and 'IP address' for the address of a client.
ALTER TABLE contact_messages RENAME COLUMN mailed_at TO emailed_at;
ALTER TABLE subscribers RENAME COLUMN mailed_at TO emailed_at;
ALTER TABLE notification_preferences RENAME COLUMN by_mail TO by_email;
UPDATE settings SET key = 'connections-per-ip-address' WHERE key = 'connections-per-address';
UPDATE settings SET key = 'email-about-messages' WHERE key = 'mail-about-messages';

UPDATE content_files
SET value = json_insert(json_remove(value, '$.byMail'), '$.byEmail', value ->> '$.byMail')
WHERE name = 'blog' AND value ->> '$.byMail' IS NOT NULL;
