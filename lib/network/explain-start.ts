interface Listens {
  readonly host: string;
  readonly port: number;
  readonly names: { readonly host: string; readonly port: string };
}

/** A program can't start: the message says what to do. */
export class CannotStart extends Error {}

/** A sentence for errors that an operator can correct; null for a bug. */
export function explainSystemError(error: unknown, { host, port, names }: Listens): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const isListening = 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo');
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the program that has it, or name another with ${names.port}.`;
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${names.host} (${host}) is no address of this machine.`;
    case 'EACCES':
      if (isListening)
        return `Port ${port} needs rights that this program does not have. Name another with ${names.port}.`;
      return `${error.message}. Check who may use the folder and the files that the environment names.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${error.message}. DATA_DIR has to name a folder.`;
    case 'ENOSPC':
    case 'ENOENT':
    case 'EROFS':
      return `${error.message}. Check the folder and the files that the environment names.`;
    default:
      return null;
  }
}
