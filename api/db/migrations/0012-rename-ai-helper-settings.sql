-- The settings 'helper-calls' and 'helper-tokens' are called 'ai-helper-calls' and 'ai-helper-tokens'.
UPDATE settings SET key = 'ai-' || key WHERE key IN ('helper-calls', 'helper-tokens');
