import { version } from '../../package.json';
import { gauge } from './registry';

export { version };

/** Says in the metrics which version runs. */
export function showVersion(): void {
  const about = { name: 'ticketing_build_info', help: 'Always 1; the label is the version that runs' };
  gauge({ ...about, labelNames: ['version'] }).set({ version }, 1);
}
