import { afterAll, it } from 'vitest';
import { startExporting } from '@/testing/ticketing-service/exporting';
import { demoFeeds } from '../demo/catalogs/demo-feeds';

const exporting = await startExporting();
afterAll(() => exporting.close());

it.each(
  demoFeeds({ today: '2026-11-21', demoUrl: 'http://demo.test' }).map((feed) => ({
    key: feed.catalog.key,
    feed,
  })),
)(
  'the export of the demonstration’s $key is the same, byte for byte, after it was imported elsewhere',
  async ({ key, feed }) => {
    await exporting.expectSame(feed, key);
  },
);
