/** Next calls this once, before the server answers its first request. */
export async function register(): Promise<void> {
  // A constant of the build: it keeps Node-only code out of the bundle for other runtimes.
  if (process.env['NEXT_RUNTIME'] === 'nodejs') {
    const { startOrExit } = await import('./lib/runtime/start');
    await startOrExit();
  }
}
