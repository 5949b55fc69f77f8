import { testKilledCommands } from '@/testing/shop/restored';

testKilledCommands((crashes) => crashes);
