import { z } from 'zod';
import { openShopDatabase } from '@/testing/shop/tables';
import { reconcile } from '@/lib/shop/flows/reconciliation/reconcile';
import { createClient } from '@/lib/client/client';
import { stripePayments } from '@/lib/payment/stripe-payments';

// One reconciliation in a separate program, so that its memory can be measured.

const settingSchema = z.object({
  databaseUrl: z.string(),
  providerUrl: z.string(),
  serviceUrl: z.string(),
  since: z.coerce.date(),
});

const setting = settingSchema.parse(JSON.parse(process.env['SETTING'] ?? ''));
const megabytes = () => Math.round(process.resourceUsage().maxRSS / 1024);
const database = await openShopDatabase(setting.databaseUrl, 4);
const client = createClient({ serviceUrl: setting.serviceUrl, getToken: () => Promise.resolve('token') });
const payments = stripePayments({
  secretKey: 'sk_test_bench_bench',
  webhookSecret: 'whsec_bench_bench_bench',
  url: new URL(setting.providerUrl),
});
const atStart = megabytes();
const cpuBefore = process.cpuUsage();
const began = performance.now();
const { counts, inHand, findings } = await reconcile({ database, client, payments }, setting.since);
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
await Promise.all([client.close(), database.close()]);
process.stdout.write(
  `${JSON.stringify({ seconds, cpu: (user + system) / 1e6, atStart, peak: megabytes(), counts, inHand: inHand.length, findings: findings.length })}\n`,
);
