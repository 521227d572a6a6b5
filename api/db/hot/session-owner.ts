import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

export interface SessionOwner {
  sessionId: string;
  userId: number;
  publicId: string;
  name: string;
  role: number;
  /** Time of the last authentication in this session. */
  confirmedAt: number;
  /** 1 for an admin without a second factor while the second-factor policy requires one. */
  lacksSecondFactor: 0 | 1;
}

/** Finds the owner of a session unless the session has ended or the owner is not active. Read at each request. */
export function findSessionOwner(
  database: Connection,
  sessionId: string,
  now: number,
): SessionOwner | undefined {
  return prepared<[{ sessionId: string; now: number }], SessionOwner>(
    database,
    `SELECT sessions.id AS sessionId, users.id AS userId, users.public_id AS publicId,
            users.name AS name, users.role AS role, sessions.confirmed_at AS confirmedAt,
            CASE WHEN users.role = 1 THEN
              COALESCE((SELECT value FROM settings WHERE key = 'admins-need-second-factor'), '') = 'true'
              AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id)
              AND NOT EXISTS (SELECT 1 FROM totp_secrets
                               WHERE user_id = users.id AND confirmed_at IS NOT NULL)
            ELSE 0 END AS lacksSecondFactor
       FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE sessions.id = @sessionId AND sessions.revoked_at IS NULL
        AND sessions.expires_at > @now AND sessions.idle_until > @now
        AND users.status = 'active'`,
  ).get({ sessionId, now });
}
