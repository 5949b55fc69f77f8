import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';
import { HttpProblem } from '../http/problem';
import { fairLine } from './fair-line';
import type { Rendered } from './pdf-worker';
import type { BookingSheet, DocumentSheet } from './ticket-sheet';

type Sheet = DocumentSheet | BookingSheet;

/** Renders documents in a worker thread, so that a long one delays no other request. */
export interface PdfRenderer {
  /**
   * The organizations share the thread by time. Throws 503 with Retry-After if too many documents of the organization or of
   * all wait, if this one takes too long, or if the thread exited twice over it.
   */
  render(sheet: Sheet, organizationId: string): Promise<Uint8Array>;
  threads(): Promise<number>;
  /** Ends the thread. Documents that are being rendered fail. */
  close(): Promise<void>;
}

interface RendererOptions {
  /** How many documents of one organization may wait (100), and twice as many of all. */
  mostWaiting?: number;
  /** How long a document may take (20). */
  mostSeconds?: number;
  idleSeconds?: number;
  worker?: URL;
}

// The built file (build-programs.mjs), or TypeScript, for which the thread needs an explicit loader.
const isBuilt = import.meta.url.endsWith('.mjs');
const builtWorker = 'dist/service/document/pdf-worker.mjs';
const readsTypeScript = () => ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];

// A document takes about 10 MB, and the drawing library 60 MB. A thread that takes more is ended, and the service
// continues.
const mostMegabytes = 256;
const retrySeconds = 5;

/** Makes a renderer. Its thread starts with the first document, so it costs nothing before. */
export function pdfRenderer({
  mostWaiting = 100,
  mostSeconds = 20,
  idleSeconds = 60,
  worker = isBuilt ? pathToFileURL(builtWorker) : new URL('./pdf-worker.ts', import.meta.url),
}: RendererOptions = {}): PdfRenderer {
  let pool: Promise<Piscina<Sheet, Rendered>> | undefined;
  const line = fairLine({ mostOfOne: mostWaiting, mostOfAll: 2 * mostWaiting });
  let isClosed = false;
  const start = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<Sheet, Rendered>({
      filename: worker.href,
      name: 'renderInThread',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleSeconds * 1000,
      execArgv: isBuilt ? [] : readsTypeScript(),
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
  };
  const run = async (sheet: Sheet): Promise<Rendered> => {
    if (isClosed) throw unavailable();
    pool ??= start();
    const threads = await pool;
    const deadline = AbortSignal.timeout(mostSeconds * 1000);
    try {
      // When its time is over, the thread is ended, and the next document starts another one.
      return await threads.run(sheet, { signal: deadline });
    } catch (error) {
      throw deadline.aborted ? unavailable(error) : error;
    }
  };
  const runTwice = (sheet: Sheet) =>
    run(sheet)
      .catch((error: unknown) => {
        if (error instanceof HttpProblem) throw error;
        return run(sheet);
      })
      .catch((error: unknown) => {
        throw error instanceof HttpProblem ? error : unavailable(error);
      });
  return {
    render: async (sheet, organizationId) => {
      if (line.isFull(organizationId)) throw unavailable();
      const rendered = await line.run(organizationId, () => runTwice(sheet));
      if ('error' in rendered) throw rendered.error;
      return rendered.pdf;
    },
    threads: async () => (await pool)?.threads.length ?? 0,
    close: async () => {
      isClosed = true;
      const threads = await pool;
      pool = undefined;
      await threads?.destroy();
    },
  };
}

function unavailable(cause?: unknown): HttpProblem {
  const problem = new HttpProblem(503, 'The document is not available at the moment.', {
    'retry-after': String(retrySeconds),
  });
  problem.cause = cause;
  return problem;
}
