import type { z } from 'zod';
import type { ViolationCode } from '@/lib/contract/problem';
import { isBadCharacter } from '@/lib/contract/stored-text';
import { CountedList } from './counted-list';
import type { Violation } from './problem';

type Issue = z.core.$ZodIssue;

/** The errors of a schema as violations: paths as Symfony writes them, codes by kind of error. */
export function violationsOf(
  error: z.ZodError,
  write: (path: PropertyKey[]) => string = propertyPath,
): Violation[] {
  const violations = new CountedList<Violation>(Infinity);
  addViolations(error, violations, write);
  return violations.kept;
}

/** Adds the errors of a schema to a list that keeps only the first. `refusedAt`: the value at a path, quoted. */
export function addViolations(
  error: z.ZodError,
  violations: CountedList<Violation>,
  write: (path: PropertyKey[]) => string,
  refusedAt: (path: readonly PropertyKey[]) => string | undefined = () => undefined,
): void {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const path = [...issue.path, key];
        violations.add(() => ({ path: write(path), code: 'regex', messageKey: 'unknownField' }));
      }
    } else {
      violations.add(() => {
        if (isBadCharacter(issue))
          return { path: write(issue.path), code: 'regex', messageKey: 'badCharacter' };
        const [code, detail] = kindOf(issue);
        const refused = refusedAt(issue.path);
        return {
          path: write(issue.path),
          code,
          ...(detail === undefined ? {} : { detail }),
          ...(refused === undefined ? {} : { refused }),
        };
      });
    }
  }
}

/** `['items', 2, 'offer']` → `items[2].offer`. */
export function propertyPath(path: PropertyKey[]): string {
  return path.reduce<string>((written, key) => {
    if (typeof key === 'number') return `${written}[${key}]`;
    return written === '' ? String(key) : `${written}.${String(key)}`;
  }, '');
}

/** `['events', 2, 'key']` → `$.events[2].key`, as JSONPath (RFC 9535) does; odd names are quoted. */
export function jsonPath(path: PropertyKey[]): string {
  return path.reduce<string>((written, key) => written + jsonStep(key), '$');
}

/** One step of a JSON path: `[3]`, `.name` or `["@id"]`. */
export function jsonStep(key: PropertyKey): string {
  if (typeof key === 'number') return `[${key}]`;
  const name = String(key);
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function kindOf(issue: Issue): [ViolationCode, string?] {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? ['missingField'] : ['type', issue.expected];
    case 'too_small':
      if (issue.origin === 'array') return ['tooFew', String(issue.minimum)];
      return issue.origin === 'string' ? ['notBlank'] : ['positive'];
    case 'too_big':
      if (issue.origin === 'array') return ['tooMany', String(issue.maximum)];
      return issue.origin === 'string'
        ? ['tooLong', String(issue.maximum)]
        : ['lessThanOrEqual', String(issue.maximum)];
    case 'invalid_format':
      return formatKind(issue.format, issue);
    case 'invalid_value':
      if ('input' in issue && issue.input === undefined) return ['missingField'];
      return ['choice', `Expected one of: ${issue.values.map(String).join(', ')}.`];
    case 'invalid_union': {
      const [first] = issue.errors[0] ?? [];
      return first === undefined ? ['regex'] : kindOf(first);
    }
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
      return formatKind('regex', issue);
  }
}

function formatKind(format: string, { path, message, input }: Issue): [ViolationCode, string?] {
  const field = path.at(-1);
  switch (format) {
    case 'email':
      return ['email'];
    case 'guid':
    case 'uuid':
      return ['uuid'];
    case 'date':
      return [/^\d{4}-\d{2}-\d{2}$/.test(String(input)) ? 'dateValue' : 'dateFormat'];
    case 'datetime':
      return ['dateFormat'];
    case 'url':
      return ['regex', 'Expected an address that begins with https:// or http://.'];
    case 'regex':
      if (field === 'country') return ['country'];
      if (field === 'language') return ['language'];
      return message.startsWith('Invalid') ? ['regex'] : ['regex', `Expected ${message}.`];
    default:
      return ['regex'];
  }
}
