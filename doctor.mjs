// `bin/ticketing doctor service storefront`: says what is wrong with a deployment (docs/operation.md). It is outside of both programs,
// because neither imports the other.
import { runDoctor } from './lib/doctor/run-doctor.ts';
import { examineStorefront } from './lib/runtime/doctor/storefront.ts';
import { examineService } from './service/doctor.ts';

const programs = { service: examineService, storefront: examineStorefront };
const { code, text } = await runDoctor(programs, process.argv.slice(2), process.env);
// What did not answer in time must not keep this process.
process.stdout.write(text, () => process.exit(code));
