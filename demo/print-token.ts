import { demoConfigOrExit } from './env';
import { isMachineClient, machineClients } from './identity/clients';
import { fetchToken } from './identity/fetch-token';
import { findSecrets } from './common/secrets';

/** `npm run --silent token -- CLIENT [SCOPE…]` prints only an access token. */
async function tokenFor(clientId: string | undefined, scopes: readonly string[]): Promise<string> {
  const known = Object.keys(machineClients).join(', ');
  if (clientId === undefined) throw new Error(`Say for which client: one of ${known}.`);
  if (!isMachineClient(clientId)) throw new Error(`There is no client "${clientId}"; there are ${known}.`);
  const allowed: readonly string[] = machineClients[clientId].scopes;
  const refused = scopes.filter((scope) => !allowed.includes(scope));
  if (refused.length > 0) {
    throw new Error(`${clientId} cannot have ${refused.join(' ')}, only ${allowed.join(' ')}.`);
  }
  const config = demoConfigOrExit();
  const secrets = await findSecrets(config.dataDir);
  if (secrets === null) {
    throw new Error(`No demonstration has run in ${config.dataDir} yet; start it first (npm start).`);
  }
  const clientSecret = secrets.clients[clientId];
  return await fetchToken({ demoUrl: config.demoUrl, clientId, clientSecret, scopes });
}

const [clientId, ...scopes] = process.argv.slice(2).flatMap((argument) => argument.split(/[\s,]+/));
try {
  process.stdout.write(`${await tokenFor(clientId, scopes)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
