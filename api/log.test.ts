import { describe, expect, it } from 'vitest';
import { redactPersonalData } from './log.ts';

describe('the text of an error', () => {
  it.each([
    ['connect ECONNREFUSED 203.0.113.9:443', 'connect ECONNREFUSED [IP address]:443'],
    ['connect ECONNREFUSED [2001:db8::7]:443', 'connect ECONNREFUSED [[IP address]]:443'],
    ['no answer from 2001:DB8:0:0:0:0:0:7.', 'no answer from [IP address].'],
    ['no answer from 2001:db8:0:0:0:0:0:7:443', 'no answer from [IP address]:443'],
    ['no answer from fe80::1%eth0: timeout', 'no answer from [IP address]%eth0: timeout'],
    ['reset by ::ffff:203.0.113.9', 'reset by [IP address]'],
    ['no mailbox ann@example.org at ::1', 'no mailbox [email] at [IP address]'],
  ])('contains no addresses: %s', (text, redacted) => {
    expect(redactPersonalData(text)).toBe(redacted);
  });

  it.each(['at start (/app/page.js:12:5)', 'at 12:30:45', 'std::cafe', 'a :: b', 'a::before'])(
    'is unchanged without addresses: %s',
    (text) => {
      expect(redactPersonalData(text)).toBe(text);
    },
  );
});
