import { join } from 'node:path';
import { startProgram } from '../demo/child-program';
import { loadSecrets } from '../demo/common/secrets';
import { parseDemoConfig, type DemoConfig } from '../demo/env';
import { fetchToken } from '../demo/identity/fetch-token';
import { programCommands } from '../demo/program-commands';
import { type ProgramEnvironments, programEnvironments } from '../demo/program-environments';
import { waitUntilReady } from '../demo/wait-until-ready';
import { makeWalletFiles } from '../demo/wallet-files';
import { freePorts } from './start-programs';

/** The third parties of the demonstration, without service and storefront. */
export interface OwnDemo {
  readonly config: DemoConfig;
  /** The settings with which service and storefront work with it; nothing else. */
  readonly environments: ProgramEnvironments;
  /** An access token of an issuer, who may import catalogues. */
  issuerToken(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the demonstration of this checkout alone, on free ports, with its data in this folder. */
export async function startOwnDemo(dataDir: string): Promise<OwnDemo> {
  const { storefront, service, demo, smtp } = await freePorts();
  const parsed = parseDemoConfig({
    PORT: String(storefront),
    SERVICE_PORT: String(service),
    DEMO_PORT: String(demo),
    SMTP_PORT: String(smtp),
    DATA_DIR: dataDir,
  });
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  const { config } = parsed;
  const secrets = await loadSecrets(dataDir);
  await makeWalletFiles(dataDir);
  const environments = programEnvironments(config, secrets, {});
  const program = startProgram({
    name: 'demo',
    args: programCommands.demo.args,
    env: { ...process.env, ...environments.demo },
    logFile: join(dataDir, 'log', 'demo.log'),
  });
  const { signal } = new AbortController();
  await waitUntilReady({ program, url: `${config.demoUrl}/readyz`, timeoutMs: 90_000, signal });
  const { demoUrl } = config;
  const clientSecret = secrets.clients['demo-issuer'];
  return {
    config,
    environments,
    issuerToken: () => fetchToken({ demoUrl, clientId: 'demo-issuer', clientSecret }),
    stop: () => program.stop(10_000),
  };
}
