import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { openPaths, openToOthers } from '@/testing/open-paths';
import { startPrograms } from '../demo/run-programs';
import { signIn } from './desk';
import { test } from './recorded';
import { downloadedText, holdFerry, mailsTo, words } from './shop';
import { freePorts } from './start-programs';

const w = words.en;
const email = 'private@example.test';

test('after a purchase only the user of the programs can use the files of DATA_DIR, also those of an earlier version', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-private-'));
  const securityLog = join(dataDir, 'log/security.log');
  const left = ['log', 'images', 'documents/of-an-order'];
  for (const name of left) {
    await mkdir(join(dataDir, name), { recursive: true });
    await appendFile(join(dataDir, name, 'left'), 'of an earlier version');
  }
  await openToOthers(dataDir);
  expect(await openPaths(dataDir)).toHaveLength(8);
  const programs = await startPrograms({
    ports: await freePorts(),
    dataDir,
    // Only of the shop, which is started last: no program that starts later repairs the mode of its file.
    envOf: { storefront: { SECURITY_LOG: securityLog } },
  });
  try {
    await holdFerry(page, email, programs.storefrontUrl);
    await page.getByRole('button', { name: w.orderAndPay }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: w.pay, exact: true }).click();
    await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
    await downloadedText(page, w);
    await expect.poll(() => mailsTo(email, programs.demoUrl), { timeout: 30_000 }).toHaveLength(1);
    await signIn(page, 'staff@demo.test', 'demo-staff', programs.storefrontUrl);

    // The control: there is a file of each kind.
    const files = await readdir(dataDir, { recursive: true });
    for (const kind of [/^demo\/mail\/./, /^images\/./, /^tls\/ca\.pem$/])
      expect(files).toContainEqual(expect.stringMatching(kind));
    // Tickets are drawn for each download, and not kept.
    expect(files.filter((name) => /^documents\/.+\.pdf$/.test(name))).toEqual([]);
    expect(await readFile(securityLog, 'utf8')).toContain('"sign_in"');
    expect(await openPaths(dataDir)).toEqual([]);
  } finally {
    await programs.stop();
  }
  expect(await openPaths(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
