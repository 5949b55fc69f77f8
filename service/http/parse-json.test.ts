import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inSlices } from './in-slices';
import { parseJson } from './parse-json';

/** The result of a parser: the value, or that it refuses the text. */
function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'refused';
  }
}

function atOnce(text: string): unknown {
  const steps = parseJson(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const filler = 'x'.repeat(30_000);
// Long enough that each of its levels is parsed in pieces.
const long = JSON.stringify({
  first: [{ a: [filler, 'q"\\', { b: filler, '\\"': '[{,' }] }, filler, [], {}, -1.5e3, null],
  'second\\': { c: [filler, filler, filler], __proto__x: true },
  ['__proto__']: [filler, [[filler, [filler, 0]]]],
  '': filler,
});

describe('a long JSON text', () => {
  it('is parsed like JSON.parse does', () => {
    expect(long.length).toBeGreaterThan(300_000);
    expect(atOnce(long)).toEqual(JSON.parse(long));
    expect(atOnce(`\n ${long}\t`)).toEqual(JSON.parse(long));
    const own = atOnce(`{"__proto__": ["${filler}", "${filler}", "${filler}"]}`);
    expect(Object.keys(own as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(own)).toBe(Object.prototype);
  });

  it('is refused if and only if JSON.parse refuses it', () => {
    const places = fc.integer({ min: 0, max: long.length });
    const inserted = fc.constantFrom(
      ',',
      ']',
      '}',
      '[',
      '{',
      '"',
      ':',
      '\\',
      ' ',
      '0',
      'null',
      ',,',
      '\u0000',
    );
    fc.assert(
      fc.property(places, inserted, fc.integer({ min: 0, max: 2 }), (place, insert, cut) => {
        const text = `${long.slice(0, place)}${insert}${long.slice(place + cut)}`;
        expect(outcome(() => atOnce(text))).toEqual(outcome(() => JSON.parse(text)));
      }),
      { numRuns: 150 },
    );
  });

  it.each([',', ']', '"', ':', ''])(
    'gives the same result as JSON.parse with %j inserted at each boundary',
    (insert) => {
      for (let place = 0; place < long.length; place += 1) {
        if (!'[]{},:'.includes(long.charAt(place))) continue;
        for (const at of [place, place + 1]) {
          const text = `${long.slice(0, at)}${insert}${long.slice(at)}`;
          expect(outcome(() => atOnce(text))).toEqual(outcome(() => JSON.parse(text)));
        }
      }
    },
  );

  it('may have any depth', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(outcome(() => atOnce(`${deep}]`))).toBe('refused');
    expect(outcome(() => atOnce(deep.slice(0, -1)))).toBe('refused');
  });

  it('may be a single value', () => {
    expect(atOnce(`"${filler.repeat(5)}"`)).toBe(filler.repeat(5));
    expect(outcome(() => atOnce(filler.repeat(5)))).toBe('refused');
    expect(outcome(() => atOnce(''))).toBe('refused');
  });

  it('lets other requests run while it is parsed', async () => {
    const text = JSON.stringify(
      Array.from({ length: 200_000 }, (_, index) => ({ index, text: 'some words' })),
    );
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const parsed = await inSlices(parseJson(text));
    clearInterval(timer);
    expect(parsed).toHaveLength(200_000);
    expect(turns).toBeGreaterThan(2);
  });
});
