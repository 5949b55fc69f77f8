/** The seed of randomized tests: SEED of the environment, else a new one; printed, so that a failure can be had again. */
export function printedSeed(of: string): number {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`${of}: SEED=${seed}\n`);
  return seed;
}
