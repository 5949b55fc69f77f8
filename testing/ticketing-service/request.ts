import fc from 'fast-check';
import { hostileText, hostileValue, mutated, valueOf } from './arbitrary';
import type { Operation } from './contract';
import { type Described, fill, goodBodies } from './description';

/** A request as it is sent; `target` is the path with its query. */
export interface Wire {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

export interface Tokens {
  good: string;
  /** A token of a caller without any permission. */
  scopeless: string;
}

/** Requests for an operation: valid, invalid and hostile ones. */
export function requestsFor(operation: Operation, described: Described, tokens: Tokens): fc.Arbitrary<Wire> {
  const method = mostly(
    fc.constant(operation.method),
    fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
  );
  return fc
    .tuple(method, targets(operation, described), headers(tokens), bodies(operation, described))
    .map(([how, target, sent, { body, type }]) => ({
      method: how,
      target,
      headers: { ...sent, ...(type === null ? {} : { 'content-type': type }) },
      body: how === 'GET' || how === 'HEAD' ? null : body,
    }));
}

function mostly<Value, Other>(right: fc.Arbitrary<Value>, wrong: fc.Arbitrary<Other>, weight = 19) {
  return fc.oneof<[fc.MaybeWeightedArbitrary<Value>, fc.MaybeWeightedArbitrary<Other>]>(
    { weight, arbitrary: right },
    { weight: 1, arbitrary: wrong },
  );
}

// Half of a surrogate pair can't be sent in an address.
const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

// Dots would change the address.
const wrongSegment = fc
  .oneof(
    fc.uuid(),
    hostileText.map((text) => encodeURIComponent(wellFormed(text))),
    fc.constantFrom('%zz', '%00', '%E0%A4', '0', '00000000-0000-0000-0000-00000000000g', 'a;b', '%2F%2F'),
  )
  .filter((text) => !/^(\.|%2e){0,2}$/i.test(text));

function targets({ path, parameters }: Operation, described: Described): fc.Arbitrary<string> {
  const { known } = described;
  const upper = Object.fromEntries(Object.entries(known).map(([segment, id]) => [segment, id.toUpperCase()]));
  const right = fc.constantFrom(fill(path, known), fill(path, known), fill(path, upper));
  const ids = path.match(/\{\w+\}/g)?.length ?? 0;
  const wrong = fc.tuple(fc.nat(Math.max(0, ids - 1)), wrongSegment).map(([which, segment]) => {
    let at = -1;
    return fill(path, known, (id) => ((at += 1) === which ? segment : id));
  });
  const start = mostly(right, wrong, 9);
  return fc.tuple(start, queries(parameters, described)).map((parts) => parts.filter(Boolean).join('?'));
}

function queries(parameters: Operation['parameters'], described: Described): fc.Arbitrary<string> {
  const { known, paths, openApi } = described;
  const pairs = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) => {
      const right = valueOf(schema, openApi.components.schemas, paths).map(String);
      const value = fc.oneof(
        { weight: 3, arbitrary: right },
        { weight: 1, arbitrary: hostileText },
        { weight: 1, arbitrary: fc.constantFrom(...Object.values(known), ...paths) },
      );
      return mostly(
        fc.constant([]),
        value.map((text) => [[name, text]]),
        5,
      );
    });
  const stray = mostly(fc.constant([]), fc.array(fc.tuple(hostileText, hostileText), { maxLength: 2 }), 9);
  const raw = mostly(
    fc.constant(''),
    fc.constantFrom('%', '%zz=%', '&&==', 'page=1&page=0', 'date=%ff', '=', 'order[date][x]=1'),
  );
  return fc.tuple(fc.tuple(...pairs), stray, raw).map(([right, wrong, tail]) => {
    const query = [...right.flat(), ...wrong].map((pair) => pair.map(wellFormed));
    return [new URLSearchParams(query).toString(), tail].filter(Boolean).join('&');
  });
}

/** Bytes that a header may have (RFC 9110 §5.5). */
const headerText = fc
  .string({ unit: 'binary-ascii', maxLength: 40 })
  .map((text) => text.replaceAll(/[^\x20-\x7e]/g, '').trim());

const accepts = [
  '*/*',
  'application/json',
  'application/ld+json;q=0.1, text/html',
  'text/html',
  '*',
  ',',
  ';q=',
  'application/ld+json;q=0',
  'APPLICATION/LD+JSON; profile="x"',
];
const languages = [
  'fr',
  'de-CH,fr;q=0.5',
  '*',
  'xx',
  'fr;q=2',
  ';;,',
  'en-'.repeat(90),
  '-',
  'a'.repeat(200),
  'fr;q=NaN',
];
const tags = ['*', '"x"', 'W/"x"', ',', '"'];
const matches = ['"1"', '"x"', 'W/"1"', ''];
const keys = ['', 'a b', 'k'.repeat(255), 'k'.repeat(256), '5d1f3f8e-6f0b-4c55-a1b5-2f3c1c3f2a10'];

function headers({ good, scopeless }: Tokens): fc.Arbitrary<Record<string, string>> {
  const sometimes = (texts: readonly string[], weight: number) =>
    mostly(fc.constant(null), mostly(fc.constantFrom(...texts), headerText, 2), weight);
  const wrong = [null, `Bearer ${scopeless}`, `Bearer ${good}x`, 'Basic YTpi', 'Bearer', 'Bearer a.b.c'];
  return fc
    .record({
      authorization: mostly(fc.constant(`Bearer ${good}`), fc.constantFrom(...wrong), 12),
      accept: sometimes(accepts, 9),
      'accept-language': sometimes(languages, 4),
      'if-none-match': sometimes(tags, 9),
      'if-match': mostly(fc.constant('*'), mostly(fc.constantFrom(null, ...matches), headerText, 2), 9),
      'idempotency-key': sometimes(keys, 4),
    })
    .map((all) => {
      const sent = Object.entries(all).filter((one): one is [string, string] => one[1] !== null);
      return Object.fromEntries(sent);
    });
}

const brokenJson = [
  '',
  '{',
  '[}',
  '['.repeat(3000),
  '{"a":'.repeat(70) + '1' + '}'.repeat(70),
  '\ufeff{}',
  'x'.repeat(262_145),
  '{"items":1e999}',
  '{"__proto__":{"items":[]}}',
];
const wrongTypes = [
  'text/plain',
  '',
  'application/json; charset=latin1',
  'application/problem+json',
  'multipart/form-data',
];

interface Sent {
  body: Wire['body'];
  type: string | null;
}

function bodies({ body, operationId }: Operation, described: Described): fc.Arbitrary<Sent> {
  if (body === null) {
    const stray: Sent = { body: '{}', type: 'application/json' };
    return mostly(fc.constant<Sent>({ body: null, type: null }), fc.constant(stray), 9);
  }
  const [media = { schema: {} }] = Object.values(body);
  const good = fc.constant(goodBodies(described)[operationId]);
  const schema = media.schema as Record<string, unknown>;
  const value = valueOf(schema, described.openApi.components.schemas, described.paths);
  const json = fc.oneof(
    { weight: 2, arbitrary: good },
    { weight: 4, arbitrary: value },
    { weight: 4, arbitrary: mutated(good) },
    { weight: 2, arbitrary: mutated(value) },
    { weight: 1, arbitrary: hostileValue },
  );
  const text = mostly(
    json.map((one) => JSON.stringify(one)),
    fc.oneof(fc.constantFrom(...brokenJson), hostileText),
    9,
  );
  return fc.record({
    body: mostly(text, fc.uint8Array({ maxLength: 20 })),
    type: mostly(fc.constantFrom(...Object.keys(body)), fc.constantFrom(...wrongTypes)),
  });
}
