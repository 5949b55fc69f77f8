import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { startOwnPrograms } from './start-programs';

// A separate shop, because staff write what it sells.

let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.describe.configure({ timeout: 180_000 });
test.beforeAll(async () => {
  shop = await startOwnPrograms();
});
test.afterAll(() => shop.stop());

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Begins a catalogue, and opens the page of imports. */
async function openImport(desk: Page, name: string) {
  await signIn(desk, 'admin@demo.test', 'demo-admin', shop.programs.storefrontUrl);
  await desk.goto(`${shop.programs.storefrontUrl}/en/staff/setup/new`);
  await desk.getByLabel('Name', { exact: true }).fill(name);
  await desk.getByLabel('Name of the organiser').fill('Quay concerts SAS');
  await desk.getByRole('main').getByRole('button', { name: 'Begin' }).click();
  await desk.getByRole('link', { name: 'Import a spreadsheet' }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Import a spreadsheet');
}

async function send(desk: Page, name: string, buffer: Buffer) {
  await desk.getByLabel('Spreadsheet', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
  await desk.getByRole('button', { name: 'Read it' }).click();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a spreadsheet is corrected, read, and put into the draft', async ({ page: desk }) => {
    await openImport(desk, 'lock');
    const head = 'Titre;Date;Heure;Jauge;Tarif;Prix;Couleur';
    await send(desk, 'juin.csv', Buffer.from(`${head}\nFête;${daysAhead(5)};20h;50;Plein;12 CHF;rouge\n`));
    await expect(desk.getByRole('main').getByRole('alert')).toContainText('One thing has to be corrected');
    const result = desk.getByRole('region', { name: 'What juin.csv says' });
    await expect(result.getByRole('row', { name: /^Prices have to be in euros/ })).toContainText('12 CHF');
    await expect(result.getByRole('row', { name: /^This column is not known/ })).toContainText('Couleur');
    await expect(desk.getByRole('button', { name: 'Put it into the draft' })).toHaveCount(0);
    const lines = [5, 6].map((days) => `Fête;${daysAhead(days)};20h;50;Plein;12,50;rouge`);
    // Longer than the body of any other form may be.
    const note = 'rouge '.repeat(15_000);
    await send(
      desk,
      'juin.csv',
      Buffer.from([head, ...lines, `Fête;${daysAhead(7)};20h;50;Plein;9;${note}`].join('\n')),
    );
    await expect(result).toContainText('Sessions: 3 new, 0 changed');
    await expect(result.getByRole('row', { name: /^Prices without a currency/ })).toContainText('12,50');
    await desk.getByRole('button', { name: 'Put it into the draft' }).click();
    await expect(desk.getByRole('status')).toContainText('It is saved in the draft');
    await expect(desk.getByRole('region', { name: 'Tariffs' })).toContainText('Fête, Plein');
    await expect(desk.getByRole('region', { name: 'Events' })).toContainText('Fête');
    // The file once more with another price: what changes is shown. As it is, there is nothing to put into the draft.
    await desk.getByRole('link', { name: 'Import a spreadsheet' }).click();
    await send(desk, 'juin.csv', Buffer.from([head, ...lines].join('\n').replaceAll('12,50', '14')));
    await expect(result.getByRole('row', { name: /^Price / })).toContainText('€12.50');
    await expect(result.getByRole('row', { name: /^Price / })).toContainText('€14.00');
    await desk.getByRole('button', { name: 'Put it into the draft' }).click();
    await desk.getByRole('link', { name: 'Import a spreadsheet' }).click();
    await send(desk, 'juin.csv', Buffer.from([head, ...lines].join('\n').replaceAll('12,50', '14')));
    await expect(result).toContainText('Everything of this file is in the draft already.');
    await expect(desk.getByRole('button', { name: 'Put it into the draft' })).toHaveCount(0);
  });

  test('a draft that has changed meanwhile is compared once more', async ({ page: desk, context }) => {
    await openImport(desk, 'weir');
    const file = (price: string) =>
      Buffer.from(`Titre;Date;Heure;Tarif;Prix (EUR)\nFête;${daysAhead(5)};20h;Plein;${price}\n`);
    await send(desk, 'one.csv', file('12'));
    const other = await context.newPage();
    await other.goto(desk.url());
    await other.getByRole('button', { name: 'Put it into the draft' }).click();
    await expect(other.getByRole('status')).toContainText('It is saved in the draft');
    await desk.getByRole('button', { name: 'Put it into the draft' }).click();
    await expect(desk.getByRole('main').getByRole('alert')).toContainText(
      'Somebody else has changed the draft meanwhile.',
    );
    await expect(desk.getByRole('region', { name: 'What one.csv says' })).toContainText(
      'Everything of this file is in the draft already.',
    );
  });
});

test('the template can be filled in and imported', async ({ page: desk }) => {
  await openImport(desk, 'sluice');
  await check(desk);
  const download = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Template to fill in (XLSX)' }).click();
  await send(desk, 'sessions.xlsx', await readFile(await (await download).path()));
  const result = desk.getByRole('region', { name: 'What sessions.xlsx says' });
  await expect(result).toContainText('Events: 1 new, 0 changed');
  await check(desk);
  await desk.getByRole('button', { name: 'Put it into the draft' }).click();
  await expect(desk.getByRole('status')).toContainText('It is saved in the draft');
  await expect(desk.getByRole('region', { name: 'Tariffs' })).toContainText('Summer concert, Adult');
  // The same file once more changes nothing; what is no spreadsheet is refused.
  await desk.getByRole('link', { name: 'Import a spreadsheet' }).click();
  await send(desk, 'photo.csv', Buffer.from([0x89, 0x50, 0x00]));
  await expect(desk.getByRole('main')).toContainText('The file can’t be read.');
});

test('who may not write catalogues gets no template', async ({ page: desk }) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff', shop.programs.storefrontUrl);
  const template = await desk.request.get(`${shop.programs.storefrontUrl}/api/staff/setup/template`);
  expect(template.status()).toBe(403);
});
