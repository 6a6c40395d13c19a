import { externalSources, type ExternalSource } from '@fundus/contract/external-sources/external-sources';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './SourcesScreen.tsx';

const source = (letter: string, label: string, more: Partial<ExternalSource> = {}): ExternalSource => ({
  ...{
    id: `00000000-0000-4000-8000-00000000000${letter}`,
    kind: 'mundo',
    label,
    address: 'https://quelle.example/',
    scope: '',
    account: '',
  },
  ...{ enabled: false, teachers_only: false, advertising: false, sign_in: false, has_key: false, check: null, version: 1, ...more },
});
const [ARCHIVE, LIBRARY] = [source('a', 'Archiv', { has_key: true, version: 3 }), source('b', 'Bücherei')];
const dialog = () => within(screen.getByRole('dialog'));
const fill = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } });

it('enables a source without changing its key', async () => {
  const api = fakeApi(
    on(externalSources.list, { sources: [ARCHIVE, LIBRARY] }),
    on(externalSources.change, ARCHIVE),
    on(externalSources.order, { sources: [LIBRARY, ARCHIVE] }),
  );
  await show(<Screen />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Eingeschaltet: Archiv' }));
  await expect.poll(() => api.to(externalSources.change)).toHaveLength(1);
  const { body } = api.to(externalSources.change)[0]!;
  expect(body).toMatchObject({ enabled: true, label: 'Archiv', version: 3 });
  expect(body).not.toHaveProperty('key');
  fireEvent.click(screen.getByRole('button', { name: '„Archiv“ nach unten' }));
  await expect.poll(() => api.to(externalSources.order)[0]?.body).toEqual({ ids: [LIBRARY.id, ARCHIVE.id] });

  fireEvent.click(screen.getByRole('button', { name: '„Archiv“ bearbeiten' }));
  fireEvent.click(dialog().getByRole('checkbox', { name: 'Gespeicherten Schlüssel löschen' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Speichern' }));
  await expect.poll(() => api.to(externalSources.change)[1]?.body).toMatchObject({ key: '', enabled: false });
});

it('tests the entered source before saving it', async () => {
  const tested = { problem: 'refused' as const, status: 401, milliseconds: 80, total: null, titles: [] };
  const api = fakeApi(on(externalSources.list, { sources: [] }), on(externalSources.test, tested), on(externalSources.create, ARCHIVE));
  await show(<Screen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Quelle hinzufügen' }));
  fill('Bekannte Quelle', 'Deutsche Nationalbibliothek');
  fill('Schlüssel oder Passwort', 'geheim');
  fireEvent.click(dialog().getByRole('button', { name: 'Testen' }));
  await dialog().findByText('Die Quelle lehnt die Anfrage ab (Status 401). Prüfen Sie Adresse und Schlüssel.');
  const entered = { kind: 'sru', address: 'https://services.dnb.de/sru/dnb', scope: 'MARC21-xml', key: 'geheim' };
  expect(api.to(externalSources.test)[0]!.body).toMatchObject({ ...entered, q: 'Wasser' });
  fireEvent.click(dialog().getByRole('button', { name: 'Speichern' }));
  await expect.poll(() => api.to(externalSources.create)[0]?.body).toMatchObject({ ...entered, enabled: false });
});

it('shows the state of enabled sources', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  const [good, bad] = [
    { at, problem: null, status: null, since: null },
    { at, problem: 'refused' as const, status: 401, since: '2026-11-18T09:00:00.000Z' },
  ];
  const sources = [
    source('a', 'Archiv', { enabled: true, check: good }),
    source('b', 'Bücherei', { enabled: true, check: bad }),
    source('c', 'Chronik', { check: bad }),
  ];
  fakeApi(on(externalSources.list, { sources }));
  await show(<Screen />);
  await screen.findByText('Erreichbar; zuletzt geprüft am 20. November 2026.');
  expect(screen.getAllByText(/Seit 18. November 2026 nicht erreichbar. Die Quelle lehnt die Anfrage ab \(Status 401\)/)).toHaveLength(1);
});
