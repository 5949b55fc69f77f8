import { createServer } from 'node:net';
import { portVariables, type DemoConfig, type PortName } from './env';
import { hasCode } from './common/files';

/** Whether no server listens on the port, on any of this machine's own addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', '::']) if (!(await canListen(port, host))) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      if (hasCode(error, 'EADDRINUSE', 'EACCES')) resolve(false);
      // A machine without IPv6 has no server there.
      else if (hasCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) resolve(true);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

export function portTakenSentence(name: PortName, port: number): string {
  return `Port ${port} is in use; stop what listens there, or set ${portVariables[name]} to another port.`;
}

/** A sentence for each of these ports that is in use. */
export async function portProblems(config: DemoConfig, names: readonly PortName[]): Promise<string[]> {
  const problems: string[] = [];
  for (const name of names) {
    if (!(await isPortFree(config[name]))) problems.push(portTakenSentence(name, config[name]));
  }
  return problems;
}
