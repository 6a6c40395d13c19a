import { setup } from '@fundus/contract/setup/setup';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../../testing/index.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ Locales: ['de', 'en'], GeraeteVerleih: true });
});
afterAll(() => portal.close());

test('the configuration is told to everyone, with its defaults', async () => {
  expect(await portal.guest().call(setup.config)).toMatchObject({
    Type: '',
    GeraeteVerleih: true,
    Katalog: true,
    LegalPages: 'generic',
    demo: false,
  });
});

test('texts come as default and custom sets; an unknown language does not exist', async () => {
  const german = await portal.guest().call(setup.locale, { params: { lang: 'de' } });
  expect(german.default['error.not_found']).toBe('Das wurde nicht gefunden.');
  expect(german.custom).toEqual({});
  expect((await portal.guest().call(setup.locale, { params: { lang: 'en-GB' } })).default['error.not_found']).toMatch(/found/);
  await expect(portal.guest().call(setup.locale, { params: { lang: 'xx' } })).rejects.toMatchObject({ status: 404 });
  expect(await portal.guest().call(setup.locales)).toEqual({
    locales: [
      { code: 'de', name: 'Deutsch' },
      { code: 'en', name: 'English' },
    ],
  });
});

test('theme, logo and illustration', async () => {
  expect(await portal.guest().call(setup.theme)).toMatchObject({ primaryColor: '#0061c0' });
  for (const url of ['/api/v1/setup/logo', '/api/v1/setup/files/logo_footer', '/api/v1/setup/files/illustration']) {
    const reply = await portal.guest().inject({ method: 'GET', url });
    expect(reply.headers['content-type']).toBe('image/svg+xml');
    expect(reply.headers['content-security-policy']).toContain('sandbox');
    expect(reply.body).toMatch(/^<svg/);
  }
});
