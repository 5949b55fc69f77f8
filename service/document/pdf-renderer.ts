import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';
import { HttpProblem } from '../http/problem';
import type { Rendered } from './pdf-worker';
import type { DocumentSheet } from './ticket-sheet';

/** Renders documents in a worker thread, so that a long one delays no other request. */
export interface PdfRenderer {
  /** Throws 503 with Retry-After if too many documents wait, or if the thread exited twice over this one. */
  render(sheet: DocumentSheet): Promise<Uint8Array>;
  threads(): Promise<number>;
  /** Ends the thread. Documents that are being rendered fail. */
  close(): Promise<void>;
}

interface RendererOptions {
  mostWaiting?: number;
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
  idleSeconds = 60,
  worker = isBuilt ? pathToFileURL(builtWorker) : new URL('./pdf-worker.ts', import.meta.url),
}: RendererOptions = {}): PdfRenderer {
  let pool: Promise<Piscina<DocumentSheet, Rendered>> | undefined;
  const start = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<DocumentSheet, Rendered>({
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
  const run = async (sheet: DocumentSheet): Promise<Rendered> => {
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
