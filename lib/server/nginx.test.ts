import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the shipped configuration of nginx passes no name on that a request gives for the shop', () => {
  const file = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url));
  const directives = readFileSync(file, 'utf8').replaceAll(/#.*/g, '');
  expect(directives).toContain('return 308 https://$server_name$request_uri;');
  expect(directives.match(/proxy_set_header Host [^;]+/g)).toEqual(
    directives.match(/proxy_pass /g)?.map(() => 'proxy_set_header Host $server_name'),
  );
  expect(directives).not.toMatch(/\$(http_)?host\b/);
});
