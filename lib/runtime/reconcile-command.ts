import { processEnvironment } from './env';
import { runReconcile } from './run-reconcile';

const { code, stdout, stderr } = await runReconcile(process.argv.slice(2), processEnvironment());
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
