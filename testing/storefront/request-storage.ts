import { AsyncLocalStorage } from 'node:async_hooks';

// Next takes it from here when its modules are loaded, as its server does (`next/dist/server/node-environment-baseline`).
Object.assign(globalThis, { AsyncLocalStorage });
