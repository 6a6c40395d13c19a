import { AppError } from '@fundus/contract/errors';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin, type ThemeStates, type ThemeVersion } from '@fundus/contract/setup/admin';
import { accounts } from '@fundus/contract/accounts/accounts';
import { Theme, ThemeSettings } from '@fundus/contract/setup/theme';
import { checkColours } from '@fundus/contract/setup/theme-rules';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { frontendConfig, person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './ThemeScreen.tsx';

const stand = (about: Partial<ThemeSettings> = {}, version = 0): ThemeVersion => ({
  id: version ? '00000000-0000-4000-8000-00000000000a' : '',
  version,
  settings: ThemeSettings.parse(about),
  theme: Theme.parse({}),
  changed_at: '2026-11-21T09:00:00.000Z',
  changed_by: version ? 'Petra Kern' : null,
  published_at: null,
});
const states = (about: Partial<ThemeStates> = {}): ThemeStates => ({ published: stand(), draft: null, archive: [], ...about });

async function opened(...routes: Parameters<typeof fakeApi>) {
  const api = fakeApi(
    on(accounts.userinfo, person({ district_admin: '1' })),
    on(catalogue.search, { total: 0, partialTotal: 0, offset: 0, limit: 1, items: [] } as never),
    on(setupAdmin.themeStates, states()),
    ...routes,
  );
  await show(<Screen {...({ name: 'theme', params: {}, search: '', go: () => {}, from: null } as ScreenProps<'theme'>)} />, {
    user: person({ district_admin: '1' }),
    config: frontendConfig({ DisableSearch: true }),
  });
  await screen.findByText('Veröffentlicht');
  return api;
}
const type = (label: string, value: string) => act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const press = (name: string | RegExp, within_: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(within_).getByRole('button', { name })));

describe('ThemeScreen', () => {
  it('suggests the nearest valid colour while the user types', async () => {
    await opened();
    await type('Linkfarbe', '#9ecbff');
    const offer = checkColours(ThemeSettings.parse({ linkColor: '#9ecbff' })).find((check) => check.name === 'linkOnWhite')!.offer!;
    expect(screen.getAllByText(/mindestens 4,5 : 1 nötig/)).toHaveLength(2);
    await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: `${offer} übernehmen` })[0]!));
    expect(screen.queryByText(/: 1 nötig/)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Linkfarbe').value).toBe(offer);
  });

  it('asks for confirmation before saving a link colour with low contrast', async () => {
    const weak = checkColours(ThemeSettings.parse({ linkColor: '#9ecbff' })).filter((check) => !check.ok);
    const api = await opened(
      on(setupAdmin.saveTheme, ({ body }) => {
        const { settings, confirm } = body as { settings: ThemeSettings; confirm: boolean };
        return confirm ? states({ draft: stand(settings, 1) }) : new AppError('contrast_too_low', { details: { checks: weak } });
      }),
    );
    await type('Linkfarbe', '#9ecbff');
    await press('Entwurf speichern');
    const dialog = await screen.findByRole('dialog', { name: 'Diese Linkfarbe ist schwer zu lesen' });
    await press('Trotzdem speichern', dialog);
    await screen.findByText('Entwurf, noch nicht veröffentlicht');
    expect(api.to(setupAdmin.saveTheme).map(({ body }) => (body as { confirm: boolean }).confirm)).toEqual([false, true]);
  });

  it('disables saving while a value is invalid', async () => {
    const api = await opened(
      on(setupAdmin.saveTheme, ({ body }) => states({ draft: stand((body as { settings: ThemeSettings }).settings, 3) })),
      on(setupAdmin.publishTheme, states({ published: stand({ productName: 'Medienhaus', primaryColor: '#8a1c1c' }, 3) })),
      on(setup.theme, Theme.parse({ productName: 'Medienhaus', primaryColor: '#8a1c1c' })),
    );
    await type('Name des Portals', '');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Entwurf speichern' }).disabled).toBe(true);
    screen.getByText('Bitte geben Sie dem Portal einen Namen.');
    await type('Name des Portals', 'Medienhaus');
    await press('Entwurf speichern');
    await press('Veröffentlichen');
    await waitFor(() => expect(document.documentElement.style.getPropertyValue('--theme-primary')).toBe('#8a1c1c'));
    expect(api.to(setupAdmin.publishTheme)[0]!.body).toEqual({ version: 3, confirm: false });
  });

  it('keeps the input after a concurrent change', async () => {
    const api = await opened(
      on(setupAdmin.saveTheme, ({ body }) => {
        const { version, settings } = body as { version: number; settings: ThemeSettings };
        if (version === 7) return states({ draft: stand(settings, 8) });
        return new AppError('version_conflict', { details: { version: 7, changed_by: 'Ole Bahr' } });
      }),
    );
    await type('Name des Portals', 'Meins');
    await press('Entwurf speichern');
    const dialog = await screen.findByRole('dialog', { name: 'Inzwischen geändert' });
    within(dialog).getByText(/Ole Bahr hat den Entwurf geändert/);
    await press('Meine Fassung speichern', dialog);
    await screen.findByText('Entwurf, noch nicht veröffentlicht');
    expect((api.to(setupAdmin.saveTheme).at(-1)!.body as { settings: ThemeSettings }).settings.productName).toBe('Meins');
  });
});
