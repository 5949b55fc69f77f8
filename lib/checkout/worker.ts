// Background processing: what is due, immediately and at night.
export { startWorker, type Worker } from './queue/lanes';
export { startNightly, type Nightly } from './reconciliation/nightly';
export { reconciliationJob } from './reconciliation/nightly-reconciliation';
export { retentionJob, type Retention } from './retention/retention';
export { ticketErasureJob } from './retention/ticket-erasure';
