import { AppError } from '@fundus/contract/errors';
import { accounts } from '@fundus/contract/accounts/accounts';
import { synonyms, type SynonymGroup } from '@fundus/contract/catalogue/synonyms';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { SynonymsDialog } from './SynonymsDialog.tsx';

const admin = person({ district_admin: '1' });
const group = (n: number, ...words: string[]): SynonymGroup => ({
  id: `01890000-0000-7000-8000-00000000000${n}`,
  words,
  changed_at: '2026-01-01T00:00:00.000Z',
  changed_by: null,
});
const list = (items: SynonymGroup[]) => ({ total: items.length, offset: 0, limit: 200, items, builtIn: [['Handy', 'Mobiltelefon']] });

async function opened(items: SynonymGroup[], ...routes: Parameters<typeof fakeApi>) {
  const api = fakeApi(on(accounts.userinfo, admin), on(synonyms.synonyms, list(items)), ...routes);
  await show(<SynonymsDialog onClose={() => undefined} />, { user: admin });
  await screen.findByText(`Eigene Synonyme (${items.length})`);
  return api;
}

describe('synonyms', () => {
  it('requires at least two words separated by semicolons', async () => {
    const api = await opened([], on(synonyms.addSynonyms, group(1, 'Beamer', 'Projektor')));
    const field = screen.getByRole('textbox', { name: 'Wörter mit gleicher Bedeutung' });
    fireEvent.change(field, { target: { value: 'Beamer;' } });
    fireEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }));
    expect(await screen.findByText(/mindestens zwei Wörter/)).toBeTruthy();
    expect(api.to(synonyms.addSynonyms)).toHaveLength(0);
    fireEvent.change(field, { target: { value: ' Beamer ; Projektor ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }));
    expect(await screen.findByText('Die Wörter wurden hinzugefügt.')).toBeTruthy();
    expect(api.to(synonyms.addSynonyms)[0]?.body).toEqual({ words: ['Beamer', 'Projektor'] });
  });

  it('keeps the input if the server rejects it', async () => {
    await opened([group(1, 'a', 'b')], on(synonyms.changeSynonyms, new AppError('already_exists')));
    fireEvent.click(screen.getByRole('button', { name: 'a; b bearbeiten' }));
    const field = screen.getByRole('textbox', { name: 'a; b bearbeiten' });
    fireEvent.change(field, { target: { value: 'a; c' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText('Das gibt es bereits.')).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('a; c');
  });

  it('reports rejected lines of an imported file', async () => {
    await opened([], on(synonyms.importSynonyms, { stored: 2, unchanged: 1, refused: [{ line: 4, reason: 'min' }] }));
    const file = new File(['Auto; Wagen'], 'liste.txt', { type: 'text/plain' });
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } });
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('2 Einträge importiert, 1 schon vorhanden. Nicht lesbar: Zeile 4.'),
    );
  });
});
