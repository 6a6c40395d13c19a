import { signOn, type SignOnPortal } from '@fundus/contract/accounts/sign-on';
import { AppError, invalid } from '@fundus/contract/errors';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Snackbar } from '../../../app/frame/Snackbar.tsx';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './SignOnScreen.tsx';

const portal = (about: Partial<SignOnPortal>): SignOnPortal => ({
  ...{ id: 'land', name: 'Landesportal', kind: 'oidc', issuer: 'https://land.example', addresses: [], theirs: [], ours: null },
  ...{ people_list: null, licences: null, ...about },
});
const at = '2026-11-20T08:00:00Z';
const paused = { school_id: 'a', school: 'Schule am Deich', state: 'waiting', known: 10, missing: 3, since: at } as const;
const list = { asked_at: at, read_at: at, error: null, known: 10, left: 0, ended: 0, paused: [paused] };

it('confirms exactly the deletions that it shows', async () => {
  const api = fakeApi(
    on(signOn.list, { items: [portal({ people_list: list })] }),
    on(signOn.decide, () => new AppError('version_conflict')),
  );
  await show(
    <>
      <Screen />
      <Snackbar />
    </>,
  );
  expect(await screen.findByText(/^3 von 10 Personen fehlen seit/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Bestätigen: Schule am Deich' }));
  expect(api.to(signOn.decide)).toEqual([]);
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Bestätigen' }));
  await expect
    .poll(() => api.to(signOn.decide)[0])
    .toMatchObject({
      params: { provider: 'land', school_id: 'a' },
      body: { decision: 'confirmed', missing: 3 },
    });
  expect(await screen.findByText('Inzwischen fehlen andere Personen. Bitte prüfen Sie noch einmal.')).toBeDefined();
});

it('shows that no account was deleted after a failed comparison', async () => {
  const failed = { ...list, read_at: null, error: 'land.example answered 503', paused: [] };
  fakeApi(on(signOn.list, { items: [portal({ people_list: failed })] }));
  await show(<Screen />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/niemand wurde gelöscht: land.example answered 503$/);
});

it('compares identity-provider metadata with the configuration', async () => {
  const certificate = { fingerprint: 'AA:BB', ends_at: at, state: 'ended' } as const;
  fakeApi(
    on(signOn.list, { items: [] }),
    on(signOn.readMetadata, ({ body }) =>
      (body as { source: string }).source === 'x'
        ? invalid('source', 'metadata', { reason: 'no XML' })
        : {
            ...{ issuer: 'https://idp.example', name: 'Verbund', sso_url: 'https://idp.example/sso', slo_url: null, valid_until: null },
            ...{ certificates: [{ ...certificate, configured: false }], configured_as: 'verbund', withdrawn: [], entry: '{}' },
          },
    ),
  );
  await show(<Screen />);
  const read = async (source: string) => {
    fireEvent.change(await screen.findByLabelText('Adresse oder XML'), { target: { value: source } });
    fireEvent.click(screen.getByRole('button', { name: 'Lesen' }));
  };
  await read('x');
  expect(await screen.findByText('Das sind keine Metadaten eines Identitätsanbieters: no XML')).toBeDefined();
  await read('<xml/>');
  expect(await screen.findByText('fehlt im Eintrag')).toBeDefined();
  expect(screen.getByText('Am 20. November 2026 abgelaufen')).toBeDefined();
});
