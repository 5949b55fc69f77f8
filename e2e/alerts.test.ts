import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isInstalled } from '@/testing/is-installed';

const folder = 'deploy/prometheus';
const promtool = (...args: string[]) =>
  execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** The names after this word, at the beginnings of lines. */
const namesAfter = (text: string, word: string) =>
  [...text.matchAll(new RegExp(`^[ -]*${word}: (\\w+)`, 'gm'))].map(([, name]) => name);

describe('the alerts', () => {
  it('are each tested', async () => {
    const alerts = namesAfter(await readFile(`${folder}/alerts.yml`, 'utf8'), 'alert');
    const tested = namesAfter(await readFile(`${folder}/alerts.test.yml`, 'utf8'), 'alertname');
    expect(alerts.length).toBeGreaterThan(10);
    expect([...new Set(tested)].sort()).toEqual([...alerts].sort());
  });

  it.skipIf(!isInstalled('promtool', '--version'))(
    'are understood by Prometheus, and fire when they have to',
    () => {
      promtool('check', 'config', 'prometheus.yml');
      expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
    },
  );
});
