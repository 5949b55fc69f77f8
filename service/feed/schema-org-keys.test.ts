import { describe, expect, it } from 'vitest';
import { document, repeatedKeys, read, sessionsOf, talk } from '@/testing/ticketing-service/schema-org';

describe('keys', () => {
  it('are the unique identifiers, else made from the start and the name', () => {
    const session = { ...talk, name: 'Tour', url: 'https://x.org/tours?page=1' };
    const keys = sessionsOf({
      ...talk,
      identifier: { '@type': 'PropertyValue', value: 7 },
      subEvent: [
        { ...session, '@id': 'a' },
        { ...session, '@id': '_:b1', description: 'In French' },
        { ...session, description: 'In Dutch' },
        { ...session, name: '漢字' },
      ],
    }).map(({ key }) => key);
    expect(keys.slice(0, 3)).toEqual(['7/a', '7/2027-09-05T12:30Z/tour', '7/2027-09-05T12:30Z/tour.2']);
    expect(new Set(keys).size).toBe(4);
  });

  it('stay the same when another session is added before', () => {
    const first = { ...talk, name: 'First', startDate: '2027-09-01T10:00:00Z' };
    const keys = sessionsOf({ ...talk, subEvent: [first, talk] }).map(({ key }) => key);
    expect(keys).toContain(sessionsOf({ ...talk, subEvent: [talk] })[0]?.key);
  });

  it('are different for any choice of identifiers', () => {
    const identifiers = [
      'a',
      'a',
      'a/b',
      'b c',
      'b-c',
      'é',
      'x'.repeat(500),
      `${'x'.repeat(500)}y`,
      'a-talk',
      '',
    ];
    const events = identifiers.map((identifier) => ({
      ...talk,
      identifier,
      subEvent: ['b/c', 'c', 'c', '?', '/'].map((id) => ({ ...talk, identifier: id })),
    }));
    expect(repeatedKeys(read(document(...events)))).toEqual([]);
  });

  it('allow two sessions that begin in the same minute', () => {
    const sessions = sessionsOf({
      ...talk,
      subEvent: [
        { ...talk, name: 'Tour' },
        { ...talk, name: 'Workshop' },
      ],
    });
    expect(sessions.map(({ name }) => name)).toEqual([{ en: 'Tour' }, { en: 'Workshop' }]);
    expect(new Set(sessions.map(({ key }) => key)).size).toBe(2);
  });
});
