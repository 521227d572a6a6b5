-- Time of the owner's last password change when the token was made. A token of a user works only
-- until the password changes. NULL for tokens that outlive it: the link that reverts an email change.
ALTER TABLE one_time_tokens ADD COLUMN password_changed_at INTEGER;
DELETE FROM one_time_tokens WHERE user_id IS NOT NULL;
