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
  it('a standalone portal has none', async () => expect(await links({ RegisterURL }, false)).toEqual([]));

  it('a publisher leads guests to sign-in, account, app and what is new', async () =>
    expect(await links({ Type: 'hueber', RegisterURL }, false)).toEqual([
      'Anmelden /login',
      `Konto anlegen ${RegisterURL}`,
      'App laden /app-download',
      'Neue Medien ansehen /search?sort=newest',
    ]));

  it('a media centre leads to the whole catalogue, where there is a catalogue', async () => {
    expect(await links({ Type: 'bawue' }, person())).toEqual(['Gesamter Bestand /catalogue/search']);
  });

  it('and to no catalogue that is switched off', async () => expect(await links({ Type: 'bawue', Katalog: false }, person())).toEqual([]));
});
