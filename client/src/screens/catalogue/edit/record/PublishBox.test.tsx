import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Snackbar } from '../../../../app/frame/Snackbar.tsx';
import { medium } from '../../../../testing/edit-medium.ts';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { person } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import { uploads } from '@fundus/contract/files/uploads';
import { DraftBox, PublishBox } from './PublishBox.tsx';

async function open(about: Partial<Parameters<typeof PublishBox>[0]> = {}, refused: AppError | null = null) {
  const onSaved = vi.fn();
  const api = fakeApi(
    on(accounts.userinfo, person()),
    on(catalogueEdit.publishMedium, ({ body }) => refused ?? medium({ version: 4, draft: (body as { to: string }).to === 'draft' })),
  );
  await show(
    <>
      <PublishBox medium={medium({ draft: true })} dirty={false} ready files={[]} onSaved={onSaved} {...about} />
      <Snackbar />
    </>,
  );
  return { onSaved, asked: () => api.to(catalogueEdit.publishMedium).map(({ body }) => body) };
}

it.each([
  [/^Alle/, 'all', 'Das Medium ist jetzt für alle frei.'],
  [/^Unsere Schulen/, 'schools', 'Alle Schulen des Kreises dürfen das Medium jetzt nutzen.'],
  [/^Nach Lizenz/, 'licence', 'Das Medium ist im Katalog. Lizenzen regeln, wer es nutzen darf.'],
])('publishes for the selected audience with one click: %s', async (name, to, words) => {
  const { onSaved, asked } = await open();
  expect(screen.getByRole('heading', { name: 'Wer darf das Medium nutzen?' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByText(words);
  expect(onSaved).toHaveBeenLastCalledWith(medium({ version: 4, draft: false }));
  fireEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith(medium({ version: 4, draft: true })));
  expect(asked()).toEqual([
    { version: 3, to },
    { version: 4, to: 'draft' },
  ]);
});

it('requires a file before publishing', async () => {
  await open({ ready: false });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: /Laden Sie eine Datei hoch/ }).getAttribute('href')).toBe('/editing/M-1?tab=files');
});

it('allows publishing in spite of missing values', async () => {
  const { record } = medium();
  await open({ medium: medium({ draft: true, record: { ...record, fn_geb: [] } }), files: [{ role: 'main', viewer: 'video' }] });
  expect(screen.getByText(/^Fach:/)).toBeDefined();
  expect(screen.getByText(/^Untertitel:/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Alle/ }).disabled).toBe(false);
});

it('allows publishing only after changes are saved', async () => {
  await open({ dirty: true });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Alle/ }).disabled).toBe(true);
  expect(screen.getByText('Speichern Sie zuerst Ihre Änderungen.')).toBeDefined();
});

it('shows an error if publishing fails', async () => {
  const { onSaved } = await open({}, new AppError('forbidden'));
  fireEvent.click(screen.getByRole('button', { name: /^Alle/ }));
  await screen.findByText('Dazu fehlen Ihnen die Rechte.');
  expect(onSaved).not.toHaveBeenCalled();
});

it.each(['46', '24', 'MP', 'UC_PRINT', '89'])('offers to publish a physical medium of type %s without a file', async (fn_typ) => {
  fakeApi(on(accounts.userinfo, person()), on(uploads.editFiles, { files: [], thumbnails: [] } as never));
  const { record } = medium();
  await show(<DraftBox medium={medium({ draft: true, record: { ...record, fn_typ, url: null } })} dirty={false} onSaved={vi.fn()} />);
  expect(screen.getByRole('button', { name: /^Unsere Schulen/ })).toBeDefined();
  expect(screen.getByText(/Exemplare für den Verleih/)).toBeDefined();
  expect(screen.queryByText(/Laden Sie eine Datei hoch/)).toBeNull();
});
