// Writes docs/settings.md from the schemas of the programs: `npm run settings`. With --check it writes nothing, and fails if
// the page does not match them.
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { settings as demo } from '../demo/env';
import { settingGroups } from '../lib/runtime/settings';
import { settings as service } from '../service/env';
import { describeSettings } from './settings-text';

const page = 'docs/settings.md';

const text = describeSettings([
  {
    title: 'The service',
    about:
      'The service runs without any setting, with its embedded database and the token issuer of the demo.',
    groups: { all: service },
  },
  { title: 'The storefront', about: '`npm start` sets what is required here.', groups: settingGroups },
  {
    title: 'The demo, and `npm start`',
    about: 'These change the ports, the data folder and the name of the shop of `npm start`.',
    groups: { all: demo },
  },
]);
const formatted = await format(text, {
  ...(await resolveConfig(page)),
  filepath: page,
  proseWrap: 'always',
});

if (!process.argv.includes('--check')) await writeFile(page, formatted);
else if ((await readFile(page, 'utf8').catch(() => '')) !== formatted) {
  process.stderr.write(`${page} does not match the schemas. Run \`npm run settings\`.\n`);
  process.exitCode = 1;
}
