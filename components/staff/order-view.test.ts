import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { factNames, incidentName, mailNames, reasonName, spokenDuration } from './order-view';

/** The checkout's own words, as its code writes them. */
let code: string;

beforeAll(async () => {
  const files = (await readdir('lib/checkout')).filter((name) =>
    /^(?!.*(test|testing)\.ts$).*\.ts$/.test(name),
  );
  code = (await Promise.all(files.map((name) => readFile(`lib/checkout/${name}`, 'utf8')))).join('\n');
});

const found = (pattern: RegExp) => [...new Set([...code.matchAll(pattern)].map((match) => match[1] ?? ''))];

describe('staff read a sentence for', () => {
  it('every reason that a checkout can have', () => {
    const reasons = [
      ...found(/reason: '([a-z_]+)'/g),
      ...found(/giveUpOrder\(rooms, checkout, '(\w+)'\)/g),
      ...found(/const reason = .*: '(\w+)';/g),
    ];
    expect(reasons.length).toBeGreaterThanOrEqual(9);
    for (const reason of reasons) expect(reasonName(reason), reason).toBe(reason);
    expect(reasonName('something new')).toBe('unknown');
  });

  it('everything that can have happened', () => {
    const union = /export type Fact =(.*?);\n\n/s.exec(code)?.[1] ?? '';
    const facts = [...union.matchAll(/\{ kind: '(\w+)'/g)].map((match) => match[1] ?? '');
    const noted = found(/note\(\s*\w+,\s*[\w.]+,\s*'(\w+)'/g);
    expect(facts.length).toBeGreaterThanOrEqual(15);
    expect(noted.length).toBeGreaterThanOrEqual(5);
    const known: readonly string[] = factNames;
    for (const fact of [...facts, ...noted]) expect(known, fact).toContain(fact);
  });

  it('every incident of a payment: what happened, and what is to be done', () => {
    const waiting = [
      ...(['open', 'won', 'lost', 'closed'] as const).map((status) => ({ kind: 'dispute', status }) as const),
      ...(['refund_failed', 'refunded_at_provider', 'fraud_warning'] as const).map(
        (kind) => ({ kind, status: 'open' }) as const,
      ),
    ];
    for (const incident of waiting) {
      expect(factNames).toContain(incidentName(incident));
      expect(reasonName(incidentName(incident))).toBe(incidentName(incident));
    }
    expect(incidentName({ kind: 'refund_failed', status: 'settled' })).toBe('refund_repeated');
  });

  it('every letter about a booking', () => {
    const kinds = found(/queueMail\([^;]*?kind: '(\w+)'/g);
    expect(kinds.length).toBeGreaterThanOrEqual(4);
    const known: readonly string[] = mailNames;
    for (const kind of kinds) expect(known, kind).toContain(kind);
  });
});

describe('how long a booking waits', () => {
  it.each([
    [59, '0 minutes'],
    [90, '1 minute'],
    [7_199, '119 minutes'],
    [7_200, '2 hours'],
    [172_799, '47 hours'],
    [172_800, '2 days'],
  ])('%d seconds is said as "%s"', (seconds, words) => {
    expect(spokenDuration(seconds, 'en')).toBe(words);
  });

  it('is said in the reader’s language', () => {
    expect(spokenDuration(7_200, 'fr')).toBe('2\u00a0heures');
  });
});
