import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Below this size (bytes), compression costs more than it saves. */
const worthCompressing = 1_000;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

export interface Body {
  readonly bytes: Buffer;
  /** Strong: different for each encoding (RFC 9110 §8.8.1). */
  readonly etag: string;
  readonly encoding: Encoding;
}

export interface Origin {
  /** When its rendering began, by performance.now(). */
  readonly madeAt: number;
  /** For each thing that was read for the page, whether it is still the same. Empty: that is not known. */
  readonly reads: readonly (() => Promise<boolean>)[];
  /**
   * Until when (milliseconds since 1970) it shows the same if the reads do. If that is not known, to the end of the
   * minute: pages show times and days, and leave out what has begun or ended.
   */
  readonly sameUntil?: number | undefined;
}

const minute = 60_000;

/** A response that is sent to many clients, compressed at most once for each encoding. */
export class KeptPage {
  readonly #hash: string;
  readonly #reads: Origin['reads'];
  readonly #sameUntil: number;
  #currentAt: number;
  readonly #bodies = new Map<Encoding, Promise<Body>>();
  readonly #ready = new Map<Encoding, Body>();

  constructor(
    readonly status: number,
    /** Those that do not depend on the request, names in lower case. */
    readonly headers: Readonly<Record<string, string>>,
    readonly bytes: Buffer,
    { madeAt, reads, sameUntil }: Origin,
  ) {
    this.#reads = reads;
    this.#currentAt = madeAt;
    const began = Date.now() - (performance.now() - madeAt);
    this.#sameUntil = sameUntil ?? (Math.floor(began / minute) + 1) * minute;
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  }

  /** When it was made, or last found to be as it would be made, by performance.now(). */
  get currentAt(): number {
    return this.#currentAt;
  }

  /**
   * Whether a new rendering would give the same page: everything that was read for it is the same, and nothing that it
   * shows has begun or ended. Rejects if something can't be read.
   */
  async renew(): Promise<boolean> {
    const at = performance.now();
    if (this.#reads.length === 0 || Date.now() >= this.#sameUntil) return false;
    const answers = await Promise.all(this.#reads.map((isSame) => isSame()));
    if (!answers.every(Boolean)) return false;
    this.#currentAt = at;
    return true;
  }

  /** An estimate of the memory (bytes) that it needs, with its compressed forms. */
  get size(): number {
    return Math.ceil(this.bytes.length * 1.5) + 2_000;
  }

  body(encoding: Encoding): Promise<Body> {
    const chosen = this.#chosen(encoding);
    const known = this.#bodies.get(chosen);
    if (known !== undefined) return known;
    const made = this.#encode(chosen);
    this.#bodies.set(chosen, made);
    // A failure is not kept.
    made.catch(() => this.#bodies.delete(chosen));
    return made;
  }

  /** The body if it was compressed before. */
  readyBody(encoding: Encoding): Body | undefined {
    return this.#ready.get(this.#chosen(encoding));
  }

  #chosen(encoding: Encoding): Encoding {
    return this.bytes.length < worthCompressing ? 'identity' : encoding;
  }

  async #encode(encoding: Encoding): Promise<Body> {
    const bytes = encoding === 'identity' ? this.bytes : await compressors[encoding](this.bytes);
    const body = { bytes, encoding, etag: `"${this.#hash}-${encoding}"` };
    this.#ready.set(encoding, body);
    return body;
  }
}
