import type { Logger } from 'pino';
import { keepDataPrivate } from '../database/private-files';

/** Closes the shop's folder of data to other users of the machine. */
export function closeDataFolder(folder: string, log: Pick<Logger, 'warn'>): void {
  keepDataPrivate(folder, (path) => log.warn({ path }, 'other users can use what is at this path'));
}
