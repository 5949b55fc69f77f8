import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';
import { HttpProblem } from '../http/problem';
import type { Rendered } from './pdf-worker';
import type { TicketSheet } from './ticket-sheet';

/** Renders documents in a worker thread, so that a long one keeps no other request waiting. */
export interface PdfRenderer {
  /**
   * The tickets of an order as a PDF. Throws 503 with Retry-After when too many documents wait already, and when the
   * thread ended twice over this one.
   */
  render(sheet: TicketSheet): Promise<Uint8Array>;
  /** How many threads there are. */
  threads(): Promise<number>;
  /** Ends the thread. What is being rendered fails. */
  close(): Promise<void>;
}

interface RendererOptions {
  /** How many documents may wait for the thread. */
  mostWaiting?: number;
  /** After so many seconds without work the thread ends. */
  idleSeconds?: number;
  /** The module that the thread runs. */
  worker?: URL;
}

// Built (build-programs.mjs), or TypeScript, which a thread does not read without being told.
const isBuilt = import.meta.url.endsWith('.mjs');
const builtWorker = 'dist/service/document/pdf-worker.mjs';
const readsTypeScript = () => ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];

// A document takes some 10 MB, and what draws it 60. A thread that takes more is ended, and the service is not.
const mostMegabytes = 256;
const retrySeconds = 5;

/** Makes a renderer. Its thread starts with the first document: until then it costs nothing. */
export function pdfRenderer({
  mostWaiting = 100,
  idleSeconds = 60,
  worker = isBuilt ? pathToFileURL(builtWorker) : new URL('./pdf-worker.ts', import.meta.url),
}: RendererOptions = {}): PdfRenderer {
  let pool: Promise<Piscina<TicketSheet, Rendered>> | undefined;
  const start = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<TicketSheet, Rendered>({
      filename: worker.href,
      name: 'renderInThread',
      minThreads: 0,
      maxThreads: 1,
      maxQueue: mostWaiting,
      idleTimeout: idleSeconds * 1000,
      execArgv: isBuilt ? [] : readsTypeScript(),
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
  };
  const run = async (sheet: TicketSheet): Promise<Rendered> => {
    pool ??= start();
    const threads = await pool;
    if (threads.queueSize >= mostWaiting) throw unavailable();
    return threads.run(sheet);
  };
  return {
    render: async (sheet) => {
      const rendered = await run(sheet)
        .catch((error: unknown) => {
          if (error instanceof HttpProblem) throw error;
          return run(sheet);
        })
        .catch((error: unknown) => {
          throw error instanceof HttpProblem ? error : unavailable(error);
        });
      if ('error' in rendered) throw rendered.error;
      return rendered.pdf;
    },
    threads: async () => (await pool)?.threads.length ?? 0,
    close: async () => {
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
