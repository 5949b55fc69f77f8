import type { Environment } from './env';

/** How a program is started: arguments of node, and environment variables besides its settings. */
export interface ProgramCommand {
  readonly env: Environment;
  readonly args: readonly string[];
}

// glibc keeps freed memory by default.
const returnsMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const;

// By default V8 collects garbage later the more memory a machine has: with 24 GB the storefront grew to 1.1 GB, of which 200 MB
// were in use. A limit of the heap would end the program if it needs more once. These options collect earlier; if they
// collect too early, that takes a sixth of the time (docs/soak.md).
const collects = (youngMegabytes: number, growthPercent: number) =>
  [`--max-semi-space-size=${youngMegabytes}`, `--heap-growing-percent=${growthPercent}`] as const;

/** As `npm run service`, `npm run storefront` and `npm run demo` do. */
export const programCommands = {
  service: { env: returnsMemory, args: [...collects(32, 40), 'run-built.mjs', 'service/main'] },
  storefront: {
    env: { ...returnsMemory, NODE_ENV: 'production' },
    args: [...collects(16, 20), 'run-built.mjs', 'lib/server/main'],
  },
  demo: { env: {}, args: ['run-built.mjs', 'demo/main'] },
} as const satisfies Record<string, ProgramCommand>;
