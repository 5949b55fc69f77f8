import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import { extensions } from './embedded-extensions';
import { exchangeWith } from './engine-stream';
import { PrivateDatabaseFiles } from './private-database-files';

// The thread of the embedded database, which embedded.ts starts: a statement does not keep the program from answering
// other requests. It says null when it is open, answers each message, and closes the database when it gets null.

const port = parentPort;
if (port === null) throw new Error('This runs in a thread of embedded.ts.');
const { files } = z.object({ files: z.string() }).parse(workerData);
const engine = await PGlite.create({ fs: new PrivateDatabaseFiles(files), extensions });
const exchange = exchangeWith(engine);

async function close(): Promise<void> {
  await engine.close();
  port?.close();
}

async function answer(messages: Uint8Array): Promise<void> {
  const answers = await exchange(messages);
  port?.postMessage(answers, [answers.buffer as ArrayBuffer]);
}

port.on('message', (messages: Uint8Array | null) => void (messages === null ? close() : answer(messages)));
port.postMessage(null);
