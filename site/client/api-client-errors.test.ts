import { expect, it } from 'vitest';
import { errorMessage, type NetworkFailure, retryAfterSeconds } from './api-client.ts';

const limit = (seconds: number | null): NetworkFailure => ({
  kind: 'limit',
  message: 'Too many sign-in attempts. Please try again later.',
  seconds,
});

it.each<[NetworkFailure, string]>([
  [
    { kind: 'offline' },
    'You are offline. Your input is safe. Please try again when you are connected.',
  ],
  [
    { kind: 'unreachable' },
    'The server is not responding. Your input is safe. Please try again in a moment.',
  ],
  [
    { kind: 'slow', changes: false },
    'The server is taking too long. Your input is safe. Please try again in a moment.',
  ],
  [
    {
      kind: 'server',
      message: 'Something went wrong on our side. The error has been logged.',
      seconds: null,
    },
    'Something went wrong on our side. The error has been logged. Your input is safe. Please try again in a moment.',
  ],
  [
    { kind: 'server', message: 'The server is busy. Please try again in a moment.', seconds: 1 },
    'The server is busy. Your input is safe. Please try again in 1 second.',
  ],
  [limit(90), 'Too many sign-in attempts. Please try again in 90 seconds.'],
  [limit(600), 'Too many sign-in attempts. Please try again in 10 minutes.'],
  [limit(3 * 3600), 'Too many sign-in attempts. Please try again in 3 hours.'],
  [limit(null), 'Too many sign-in attempts. Please try again in a moment.'],
])('shows %j as %j', (failure, message) => {
  expect(errorMessage(failure)).toBe(message);
});

it.each([
  [null, null],
  ['30', 30],
  ['0', 1],
  ['Thu, 15 Jan 2026 12:01:00 GMT', 60],
  ['Thu, 15 Jan 2026 11:00:00 GMT', 1],
  ['soon', null],
])('reads Retry-After %j as %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.UTC(2026, 0, 15, 12))).toBe(seconds);
});
