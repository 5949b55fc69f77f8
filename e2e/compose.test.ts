import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@/testing/temporary-folder';

/** What docker-compose understands of deploy/compose.yaml with the shipped settings, by the names of its services. */
async function understood(): Promise<Map<string, string>> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'compose.yaml');
  const shipped = await readFile('deploy/compose.yaml', 'utf8');
  await writeFile(file, shipped.replaceAll('/etc/ticketing', resolve('deploy/systemd')));
  const config = execFileSync('docker-compose', ['-f', file, 'config'], { encoding: 'utf8', stdio: 'pipe' });
  await folder.remove();
  const services = /^services:\n((?: .*\n)+)/m.exec(config)?.[1] ?? '';
  const parts = services.matchAll(/^ {2}(\S+):\n((?: {4}.*\n)+)/gm);
  return new Map([...parts].map(([, name = '', part = '']) => [name, part]));
}

const { stdout } = spawnSync('sh', ['-c', 'docker-compose version --short'], { encoding: 'utf8' });

// Version 2 writes the same in another form.
describe.skipIf(!stdout.startsWith('1.'))('the compose file', () => {
  it('starts both images with few rights, for this machine alone', async () => {
    const services = await understood();
    expect([...services.keys()]).toEqual(['service', 'storefront']);
    const containerfile = await readFile('deploy/Containerfile', 'utf8');
    for (const [name, part] of services) {
      const [, port = ''] = new RegExp(` AS ${name}\n[^]*?EXPOSE (\\d+)`).exec(containerfile) ?? [];
      expect(part).toContain(`    image: ticketing-${name}:`);
      expect(part).toContain(`    ports:\n    - 127.0.0.1:${port}:${port}/tcp\n    read_only: true\n`);
      expect(part).toContain('    cap_drop:\n    - ALL\n    environment:\n');
      expect(part).toContain('    security_opt:\n    - no-new-privileges\n    stop_grace_period: 90s\n');
      expect(part).toContain(`    volumes:\n    - ${name}-data:/data:rw\n`);
    }
  });
});
