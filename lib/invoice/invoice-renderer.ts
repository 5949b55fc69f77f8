import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';
import type { InvoiceDocument } from './invoice-document';

/** Draws invoices in a worker thread, so that one delays no other request. */
export interface InvoiceRenderer {
  /** Rejects if it takes too long, or if the thread ends. */
  render(document: InvoiceDocument): Promise<Uint8Array>;
  /** Ends the thread. */
  close(): Promise<void>;
}

// As of the thread of the embedded database: Next bundles this file, too, under its own name.
const isBuilt = import.meta.url.endsWith('.mjs') || process.env['NEXT_RUNTIME'] !== undefined;
const worker = isBuilt
  ? pathToFileURL(resolve('dist/lib/invoice/render-worker.mjs')).href
  : import.meta.url.replace('invoice-renderer', 'render-worker');

const mostMilliseconds = 20_000;
const idleMilliseconds = 60_000;
// A document takes about 10 MB, and the drawing library 60 MB.
const mostMegabytes = 256;

/** Makes a renderer. Its thread starts with the first document, and ends a minute after the last one. */
export function invoiceRenderer(): InvoiceRenderer {
  let pool: Promise<Piscina<InvoiceDocument, Uint8Array>> | undefined;
  const start = async () => {
    const { Piscina: Pool } = await import('piscina');
    return new Pool<InvoiceDocument, Uint8Array>({
      filename: worker,
      name: 'renderInThread',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMilliseconds,
      execArgv: isBuilt ? [] : ['--import', 'tsx'],
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
  };
  return {
    render: async (document) => {
      pool ??= start();
      return (await pool).run(document, { signal: AbortSignal.timeout(mostMilliseconds) });
    },
    close: async () => {
      const threads = await pool;
      pool = undefined;
      await threads?.destroy();
    },
  };
}
