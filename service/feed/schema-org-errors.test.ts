import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedSchema } from '@/lib/contract/feed';
import {
  catalog,
  document,
  errorsOf,
  readAtOnce,
  repeatedKeys,
  talk,
} from '@/testing/ticketing-service/schema-org';

describe('errors', () => {
  it('are all reported, each with its path', () => {
    const wrong = {
      ...talk,
      name: 42,
      description: ['x'.repeat(20_001)],
      location: 5,
      subEvent: [
        { ...talk, startDate: '2027-09-05', maximumAttendeeCapacity: -1, endDate: 'soon' },
        { ...talk, startDate: '2027-02-30T10:00:00Z', maximumAttendeeCapacity: 1.5 },
        { ...talk, '@type': 'Place' },
        { ...talk, remainingAttendeeCapacity: 'few' },
        7,
      ],
    };
    const undated = { '@type': 'Event', name: 'Undated', isAccessibleForFree: true };
    const expected = [
      '.name',
      '.description[0]',
      '.location',
      '.subEvent[0].startDate',
      '.subEvent[0].endDate',
      '.subEvent[0].maximumAttendeeCapacity',
      '.subEvent[1].startDate',
      '.subEvent[1].maximumAttendeeCapacity',
      '.subEvent[2]["@type"]',
      '.subEvent[3].remainingAttendeeCapacity',
      '.subEvent[4]',
    ].map((path) => `$["@graph"][1]${path}`);
    expect(errorsOf(document(talk, wrong, undated)).sort()).toEqual(
      [...expected, '$["@graph"][2].startDate'].sort(),
    );
  });

  it.each([
    [null, '$'],
    [42, '$'],
    ['Event', '$'],
    [[], '$'],
    [[null], '$'],
    [[42], '$[0]'],
    [{ ...talk, '@context': 'https://example.org' }, '$["@context"]'],
    [talk, '$["@context"]'],
    [{ '@context': 'https://schema.org' }, '$["@type"]'],
    [document(), '$'],
    [document({ '@type': 'Place' }), '$'],
    [document(null, 'x', talk), '$["@graph"][1]'],
    [
      document({ ...talk, offers: { price: 100_000_000, priceCurrency: 'EUR' } }),
      '$["@graph"][0].offers.price',
    ],
    [document({ ...talk, name: '  ' }), '$["@graph"][0].name'],
    [JSON.parse('{"@context":"https://schema.org","__proto__":{"@type":"Event"}}'), '$.__proto__'],
  ])('%j is an error at %s', (input, path) => {
    expect(errorsOf(input)).toContain(path);
  });

  it("depend on the document's own members, not on inherited ones", () => {
    const inheriting: unknown = Object.assign(Object.create(talk) as object, {
      '@context': 'https://schema.org',
    });
    expect(errorsOf(inheriting)).toEqual(['$["@type"]']);
  });

  it('are reported for a catalogue without a usable time zone', () => {
    const result = readAtOnce(document(talk), { ...catalog, timezone: 'Europe/Atlantis' });
    expect(result).toMatchObject({ ok: false, errors: [{ path: 'catalog.timezone' }] });
  });

  it('are returned, never thrown', () => {
    let deep: unknown = talk;
    for (let depth = 0; depth < 20_000; depth += 1) deep = { ...talk, subEvent: [deep], location: deep };
    expect(errorsOf(document(deep))).not.toEqual([]);
    const members = [
      '@type',
      '@id',
      'name',
      'startDate',
      'offers',
      'subEvent',
      'location',
      'image',
      '__proto__',
      '@value',
    ];
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom(
          null,
          true,
          -1,
          0.1,
          '',
          'Event',
          '2027-09-05T13:30',
          '9999-12-31T23:59:59-12:00',
          '0',
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(json.value, (value) => {
        const result = readAtOnce(document({ ...talk, ...(value as object) }, value));
        if (result.ok) expect(repeatedKeys(feedSchema.parse(result.feed))).toEqual([]);
        else expect(result.errors.every(({ path }) => path.startsWith('$'))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
