import { ApiError, badParameter, missingParameter } from './api-error';

type FormNode = string | Map<string, FormNode>;

const MAX_DEPTH = 8;

/** Reads `a[b][0]=c` (application/x-www-form-urlencoded with brackets), as Stripe's clients write it. */
export function parseForm(text: string): Params {
  const root = new Map<string, FormNode>();
  for (const [key, value] of new URLSearchParams(text)) insert(root, segments(key), value, key);
  return new Params(root, '');
}

function segments(key: string): string[] {
  const [first = '', ...rest] = key.split('[');
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function insert(root: Map<string, FormNode>, path: string[], value: string, key: string): void {
  if (path.length > MAX_DEPTH) throw badParameter('Invalid request: too deeply nested.', key);
  let node = root;
  for (const [index, segment] of path.entries()) {
    // `a[]=x` appends.
    const name = segment === '' ? String(node.size) : segment;
    if (index === path.length - 1) {
      node.set(name, value);
      return;
    }
    const child = node.get(name) ?? new Map<string, FormNode>();
    if (typeof child === 'string') throw badParameter('Invalid object', key);
    node.set(name, child);
    node = child;
  }
}

export interface IntegerRange {
  readonly min: number;
  readonly max?: number;
}

/** Parameters of one request, or of one nested object. An invalid one throws an {@link ApiError} that names it. */
export class Params {
  constructor(
    private readonly node: ReadonlyMap<string, FormNode>,
    private readonly path: string,
  ) {}

  /** The parameter's name as it was sent. */
  nameOf(name: string): string {
    return this.path === '' ? name : `${this.path}[${name}]`;
  }

  has(name: string): boolean {
    return this.node.has(name);
  }

  /** Null if it was not sent, or sent empty (Stripe's way to unset). */
  string(name: string, maxLength = 5000): string | null {
    const value = this.node.get(name);
    if (value === undefined || value === '') return null;
    const param = this.nameOf(name);
    if (typeof value !== 'string') throw badParameter('Invalid string: expected a string.', param);
    if (value.length > maxLength) {
      throw badParameter(
        `Invalid string: must be at most ${maxLength} characters`,
        param,
        'parameter_invalid_string_too_long',
      );
    }
    return value;
  }

  requiredString(name: string, maxLength?: number): string {
    const value = this.string(name, maxLength);
    if (value === null) throw missingParameter(this.nameOf(name));
    return value;
  }

  oneOf<Value extends string>(name: string, allowed: readonly Value[]): Value | null {
    const value = this.string(name);
    if (value === null) return null;
    const found = allowed.find((one) => one === value);
    if (found !== undefined) return found;
    const choices =
      allowed.length > 1 ? `${allowed.slice(0, -1).join(', ')}, or ${allowed.at(-1) ?? ''}` : allowed[0];
    throw badParameter(`Invalid ${this.nameOf(name)}: must be one of ${choices ?? ''}`, this.nameOf(name));
  }

  integer(name: string, { min, max }: IntegerRange): number | null {
    const text = this.string(name);
    if (text === null) return null;
    const param = this.nameOf(name);
    if (!/^-?\d{1,15}$/.test(text)) {
      throw badParameter(`Invalid integer: ${text}`, param, 'parameter_invalid_integer');
    }
    const value = Number(text);
    if (value < min) {
      throw badParameter(
        `This value must be greater than or equal to ${min}.`,
        param,
        'parameter_invalid_integer',
      );
    }
    if (max !== undefined && value > max) {
      throw badParameter(
        `This value must be less than or equal to ${max}.`,
        param,
        'parameter_invalid_integer',
      );
    }
    return value;
  }

  /** The object under that name; empty if it was not sent. */
  object(name: string): Params {
    const value = this.node.get(name);
    if (typeof value === 'string' && value !== '') throw badParameter('Invalid object', this.nameOf(name));
    return new Params(value instanceof Map ? value : new Map(), this.nameOf(name));
  }

  objects(name: string): Params[] {
    return [...this.entries(name)].map(([index, value]) => {
      const path = `${this.nameOf(name)}[${index}]`;
      if (typeof value === 'string') throw badParameter('Invalid object', path);
      return new Params(value, path);
    });
  }

  strings(name: string): string[] {
    return [...this.entries(name)].map(([index, value]) => {
      if (typeof value !== 'string') throw badParameter('Invalid string', `${this.nameOf(name)}[${index}]`);
      return value;
    });
  }

  private entries(name: string): ReadonlyMap<string, FormNode> {
    const value = this.node.get(name);
    if (typeof value === 'string' && value !== '') throw badParameter('Invalid array', this.nameOf(name));
    return value instanceof Map ? value : new Map<string, FormNode>();
  }

  /** https://docs.stripe.com/api/metadata: at most 50 keys of 40 characters with values of 500. */
  metadata(name = 'metadata'): Record<string, string> {
    const entries = [...this.entries(name)];
    if (entries.length > 50) {
      throw badParameter('You can have up to 50 metadata keys.', this.nameOf(name));
    }
    return Object.fromEntries(
      entries.map(([key, value]) => {
        const param = `${this.nameOf(name)}[${key}]`;
        if (typeof value !== 'string') throw badParameter('Metadata values must be strings.', param);
        checkLength('keys', key, 40, param);
        checkLength('values', value, 500, param);
        return [key, value];
      }),
    );
  }

  /** Refuses unknown parameters, as Stripe does. */
  onlyKnown(known: readonly string[]): void {
    const unknown = [...this.node.keys()]
      .filter((name) => !known.includes(name))
      .map((name) => this.nameOf(name));
    const [first] = unknown;
    if (first === undefined) return;
    const word = unknown.length === 1 ? 'parameter' : 'parameters';
    throw badParameter(`Received unknown ${word}: ${unknown.join(', ')}`, first, 'parameter_unknown');
  }
}

function checkLength(what: string, text: string, max: number, param: string): void {
  if (text.length <= max) return;
  throw new ApiError(
    400,
    `Metadata ${what} can have up to ${max} characters, but you passed in a value that is ${text.length} characters.`,
    { param },
  );
}
