import { de } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { expect, test } from 'vitest';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal({ Locales: ['de', 'en'], GeraeteVerleih: true });

test('returns the configuration with its defaults to all visitors', async () => {
  expect(await portal.guest().call(setup.config)).toMatchObject({
    Type: '',
    GeraeteVerleih: true,
    Katalog: true,
    LegalPages: 'generic',
    demo: false,
  });
});

test('returns only the texts of the requested screen', async () => {
  const of = (screen: 'login' | 'search') => portal.guest().call(setup.locale, { params: { lang: 'de' }, query: { screen } });
  const before = portal.portal.screenTexts;
  portal.portal.screenTexts = (screen) => (screen === 'login' ? new Set(['login.title', 'search.count']) : null);
  try {
    expect((await of('login')).default).toEqual({
      'login.title': de['login.title'],
      'search.count_one': de['search.count_one'],
      'search.count_other': de['search.count_other'],
    });
    expect((await of('search')).default['nav.home']).toBe(de['nav.home']);
  } finally {
    portal.portal.screenTexts = before;
  }
});

test('returns 404 for the texts of an unknown language', async () => {
  const german = await portal.guest().call(setup.locale, { params: { lang: 'de' }, query: {} });
  expect(german.default['error.not_found']).toBe('Das wurde nicht gefunden.');
  expect(german.custom).toEqual({});
  expect((await portal.guest().call(setup.locale, { params: { lang: 'en-GB' }, query: {} })).default['error.not_found']).toMatch(/found/);
  await expect(portal.guest().call(setup.locale, { params: { lang: 'xx' }, query: {} })).rejects.toMatchObject({ status: 404 });
  expect(await portal.guest().call(setup.locales)).toEqual({
    locales: [
      { code: 'de', name: 'Deutsch' },
      { code: 'en', name: 'English' },
    ],
  });
});

test('serves theme, logo and illustration to guests', async () => {
  expect(await portal.guest().call(setup.theme)).toMatchObject({ primaryColor: '#0061c0' });
  for (const url of ['/api/v1/setup/logo', '/api/v1/setup/files/logo_footer', '/api/v1/setup/files/illustration']) {
    const reply = await portal.guest().inject({ method: 'GET', url });
    expect(reply.headers['content-type']).toBe('image/svg+xml');
    expect(reply.headers['content-security-policy']).toContain('sandbox');
    expect(reply.body).toMatch(/^<svg/);
  }
});
