import { expect, it } from 'vitest';
import { requiredSettings } from '@/testing/required-settings';
import { readConfig } from './config';
import { WrongEnvironment } from '../network/check-settings';

it('the client for the administration of catalogues is set together with its secret', () => {
  expect(readConfig(requiredSettings).catalogToken).toBeNull();
  const client = { CATALOG_CLIENT_ID: 'issuer', CATALOG_CLIENT_SECRET: 'secret' };
  expect(readConfig({ ...requiredSettings, ...client }).catalogToken).toEqual({
    issuer: 'https://id.example/realm',
    audience: 'https://service.example',
    scope: 'catalog:write catalog:manage catalog:edit voucher:manage',
    clientId: 'issuer',
    clientSecret: 'secret',
  });
  for (const [name, value] of Object.entries(client)) {
    expect(() => readConfig({ ...requiredSettings, [name]: value })).toThrow(
      new WrongEnvironment(['CATALOG_CLIENT_ID and CATALOG_CLIENT_SECRET have to be set together.']),
    );
  }
});
