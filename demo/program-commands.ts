import type { Environment } from './env';

/** How a program is started: arguments of node, and environment variables besides its settings. */
export interface ProgramCommand {
  readonly env: Environment;
  readonly args: readonly string[];
}

// By default V8 collects garbage later the more memory a machine has, and glibc keeps freed memory. With 24 GB the
// storefront grew to 1.1 GB, of which 200 MB were in use. A limit of the heap would end the program if it needs more once.
// These options collect earlier, and return memory to the system. How much earlier costs time: docs/soak.md.
const littleMemory = {
  env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' },
  args: ['--max-semi-space-size=16', '--heap-growing-percent=20'],
} as const;

/** As `npm run service`, `npm run storefront` and `npm run demo` do. */
export const programCommands = {
  service: { env: littleMemory.env, args: [...littleMemory.args, 'run-built.mjs', 'service/main'] },
  storefront: {
    env: { ...littleMemory.env, NODE_ENV: 'production' },
    args: [...littleMemory.args, 'run-built.mjs', 'lib/server/main'],
  },
  demo: { env: {}, args: ['run-built.mjs', 'demo/main'] },
} as const satisfies Record<string, ProgramCommand>;
