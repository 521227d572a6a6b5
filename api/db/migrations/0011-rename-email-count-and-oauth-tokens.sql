-- The glossary says 'email' for a message and 'OAuth' for a sign-in with another service.
ALTER TABLE subscribers RENAME COLUMN mails TO email_count;
UPDATE one_time_tokens SET kind = 'oauth' WHERE kind = 'code host';
