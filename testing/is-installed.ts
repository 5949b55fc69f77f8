import { spawnSync } from 'node:child_process';

/** Whether the system has this program, which prints its version with the given option. */
export function isInstalled(program: string, option: string): boolean {
  return spawnSync(program, [option], { stdio: 'ignore' }).status === 0;
}
