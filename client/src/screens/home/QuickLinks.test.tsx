import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { QuickLinks } from './QuickLinks.tsx';

const links = async (...[config, user]: [Parameters<typeof frontendConfig>[0], ReturnType<typeof person> | false]) => {
  await show(<QuickLinks scope="search" />, { config: frontendConfig(config), user });
  return screen.queryAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
};
const RegisterURL = 'https://konto.example/neu';

describe('QuickLinks', () => {
  it('shows no links in a standalone portal', async () => expect(await links({ RegisterURL }, false)).toEqual([]));

  it('shows sign-in, account, app and news links to guests of a publisher', async () =>
    expect(await links({ Type: 'hueber', RegisterURL }, false)).toEqual([
      'Anmelden /login',
      'Mit Code anmelden /login#code',
      `Konto anlegen ${RegisterURL}`,
      'App laden /app-download',
      'Neue Medien ansehen /search?sort=newest',
    ]));

  it('links to the whole catalogue of a media centre', async () => {
    expect(await links({ Type: 'bawue' }, person())).toEqual(['Gesamter Bestand /catalogue/search']);
  });

  it('shows no link to a disabled catalogue', async () => expect(await links({ Type: 'bawue', Katalog: false }, person())).toEqual([]));
});
