import { processEnvironment } from './env';
import { runReconcile } from './run-reconcile';

// No other user of the machine can read the files that it makes.
process.umask(0o077);

const { code, stdout, stderr } = await runReconcile(process.argv.slice(2), processEnvironment());
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
