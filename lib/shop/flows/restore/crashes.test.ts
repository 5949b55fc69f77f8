import { printedSeed } from '@/testing/faults/random';
import { testKilledCommands } from '@/testing/shop/restored';

// All of them: crashes.long.test.ts.
const oneOf = 24;
const seed = printedSeed('crashes after a restore');

testKilledCommands((crashes) => crashes.filter((_, index) => index % oneOf === seed % oneOf));
