import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** Gives an engine messages of PostgreSQL's protocol; resolves to its answers. */
export type Exchange = (messages: Uint8Array) => Promise<Uint8Array>;

/** The first byte of the message that opens a connection; those that follow begin with a letter. */
const opening = 0;

/** Exchanges messages with an engine, one after another. A new connection resets the engine's only session. */
export function exchangeWith(engine: PGlite): Exchange {
  let last: Promise<unknown> = Promise.resolve();
  return (messages) => {
    const next = last.then(() => answersOf(engine, messages));
    // Who sent them gets the error; those that follow are answered.
    last = next.catch(() => undefined);
    return next;
  };
}

async function answersOf(engine: PGlite, messages: Uint8Array): Promise<Uint8Array> {
  if (messages[0] === opening) {
    await engine.exec('rollback');
    await engine.exec('discard all');
  }
  return engine.execProtocolRaw(messages);
}

type Done = (error?: Error | null) => void;

/** What the driver gets instead of a socket: a connection to an embedded engine. */
export class EngineStream extends Duplex {
  constructor(private readonly exchange: Exchange) {
    super();
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  override _read(): void {
    // Answers are pushed when they come.
  }

  override _write(messages: Buffer, _encoding: string, done: Done): void {
    this.exchange(messages).then(
      (answers) => {
        this.push(answers);
        done();
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _writev(chunks: { chunk: Buffer; encoding: string }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done);
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  // The driver calls these of a socket.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
