import { rm } from 'node:fs/promises';
import { demoConfigOrExit, portVariables, type DemoConfig, type PortName } from './env';
import { isPortFree } from './ports';
import { resetRefusal } from './reset-refusal';

/** `npm run reset` deletes the data folder, unless it may be in use or is not a demonstration's. */
async function reset(config: DemoConfig): Promise<void> {
  for (const name of Object.keys(portVariables) as PortName[]) {
    if (await isPortFree(config[name])) continue;
    throw new Error(
      `Something is running on port ${config[name]} (${portVariables[name]}); stop it first, nothing was deleted.`,
    );
  }
  const refusal = await resetRefusal(config.dataDir);
  if (refusal !== null) throw new Error(`${refusal} Nothing was deleted.`);
  await rm(config.dataDir, { recursive: true, force: true });
  process.stdout.write(`${config.dataDir} is gone; the next start begins with empty ones.\n`);
}

try {
  await reset(demoConfigOrExit());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
