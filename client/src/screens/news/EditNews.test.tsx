import { AppError } from '@fundus/contract/errors';
import { news, type NewsDraft } from '@fundus/contract/news/news';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { unsaved } from '../../stores/unsaved.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { managed, newsDraft, newsFile, newsId } from '../../testing/news.ts';
import { show } from '../../testing/render.tsx';
import { EditNews } from './EditNews.tsx';

const go = vi.fn();
const categories = { items: [{ slug: 'schule', labels: { de: 'Schule', en: 'School' }, count: 1 }] };
const api = (draft: NewsDraft = newsDraft(), ...more: Parameters<typeof fakeApi>) =>
  fakeApi(
    on(news.manage, managed([], { can: { school: true, district: true, categories: false, review: false } })),
    on(news.categories, categories),
    on(news.draft, draft),
    on(news.targets, {
      ...{ total: 2, offset: 0, limit: 20 },
      items: [
        { id: 'c-1', name: '8b Geografie' },
        { id: 'c-2', name: '9c' },
      ],
    }),
    ...more,
  );
const open = async (id: string | null = newsId(1)) => {
  await show(
    <>
      <EditNews id={id} go={go} />
      <Snackbar />
    </>,
  );
  await screen.findByLabelText('Titel');
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  go.mockReset();
});

describe('writing an article', () => {
  it('creates a draft and opens its URL', async () => {
    const calls = api(newsDraft(), on(news.create, newsDraft({ version: 1 })));
    await open(null);
    type('Titel', ' Filmwoche ');
    type('Kurztext', 'Bald');
    expect(screen.getByText('4 von 300 Zeichen')).toBeDefined();
    expect(unsaved()).toEqual(['changes']);
    fireEvent.change(screen.getByLabelText('Kategorie'), { target: { value: 'schule' } });
    type('Anzeigen ab', '1.12.2026');
    type('Anzeigen ab: Uhrzeit', '8');
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/news/${newsId(1)}?edit=1`, { replace: true }));
    expect(calls.to(news.create)[0]!.body).toMatchObject({
      texts: { de: { title: ' Filmwoche ', teaser: 'Bald' } },
      category: 'schule',
      audience: 'school',
      display_at: '2026-12-01T07:00:00.000Z',
      notify: 'portal',
    });
    expect(unsaved()).toEqual([]);
    expect(screen.getByText('Entwurf gespeichert')).toBeDefined();
  });

  it('lists all missing values without losing input', async () => {
    const calls = api(newsDraft(), on(news.create, newsDraft()));
    await open(null);
    fireEvent.change(screen.getByLabelText('Sichtbar für'), { target: { value: 'classes' } });
    type('Anzeigen ab', '2.12.2026');
    type('Anzeigen bis', '1.12.2026');
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    const list = within(await screen.findByRole('alert'));
    expect(list.getByText('3 Angaben fehlen noch oder stimmen nicht:')).toBeDefined();
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Titel: Bitte ausfüllen.',
      'Sichtbar für: Bitte ausfüllen.',
      'Anzeigen bis: Das muss nach dem Beginn liegen.',
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText('Titel'));
    expect(calls.to(news.create)).toHaveLength(0);
    fireEvent.click(await screen.findByRole('checkbox', { name: '9c' }));
    type('Titel', 'Ausflug');
    type('Anzeigen bis', '');
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    await waitFor(() => expect(calls.to(news.create)).toHaveLength(1));
    expect(calls.to(news.create)[0]!.body).toMatchObject({ audience: 'classes', targets: ['c-2'] });
  });

  it('shows an error of the server in the language of its field', async () => {
    const problems = [{ field: 'texts.en.cover_alt', rule: 'required' }];
    const de = { title: 'Filmwoche', teaser: '', body: '', cover_alt: 'Ein Plakat' };
    const both = { de, en: { title: 'Film week', teaser: '', body: '', cover_alt: 'A poster' } };
    const cover = newsFile(1, { name: 'plakat.png', mime: 'image/png', width: 800, height: 450 });
    api(
      newsDraft({ texts: both, cover }),
      on(news.change, new AppError('validation_failed', { field: 'texts.en.cover_alt', details: { problems } })),
    );
    await open();
    const languages = within(screen.getByRole('group', { name: 'Sprachen' }));
    expect(languages.getByRole('button', { name: /^Englisch/ }).textContent).toContain('ausgefüllt');
    type('Titel', 'Filmwoche 2');
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    await waitFor(() => expect(languages.getByRole('button', { name: /^Englisch/ }).getAttribute('aria-pressed')).toBe('true'));
    expect((screen.getByLabelText('Titel') as HTMLInputElement).value).toBe('Film week');
    expect(screen.getByLabelText('Bildbeschreibung').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Bildbeschreibung (Englisch):')).toBeDefined();
  });

  it('saves an article before publishing it', async () => {
    const calls = api(
      newsDraft(),
      on(news.change, newsDraft({ version: 4 })),
      on(news.step, newsDraft({ version: 5, state: 'published', display_at: '2026-11-21T08:00:00.000Z' })),
    );
    await open();
    type('Titel', 'Filmwoche 2');
    fireEvent.change(screen.getByLabelText('Personenkreis'), { target: { value: 'teacher' } });
    fireEvent.click(screen.getByRole('button', { name: 'Veröffentlichen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Neuigkeit veröffentlichen?' }));
    expect(dialog.getByText('Die ganze Schule · Nur Lehrkräfte und Personal')).toBeDefined();
    expect(dialog.getByText('Sofort')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Veröffentlichen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/news/${newsId(1)}`, { replace: true }));
    expect(calls.to(news.change)[0]!.body).toMatchObject({ version: 3, roles: 'teacher' });
    expect(calls.to(news.step)[0]!.body).toMatchObject({ step: 'publish', version: 4 });
  });

  it('lets the user overwrite a concurrent change', async () => {
    let conflict = true;
    const current = newsDraft({ version: 9, texts: { de: { title: 'Von anderen', teaser: '', body: '', cover_alt: '' } } });
    let stored = newsDraft();
    const calls = api(
      newsDraft(),
      on(news.draft, () => stored),
      on(news.change, () => (conflict ? new AppError('version_conflict', { details: { current } }) : newsDraft({ version: 10 }))),
    );
    await open();
    type('Titel', 'Von mir');
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    expect(await screen.findByText(/Jemand anderes hat diese Neuigkeit/)).toBeDefined();
    expect((screen.getByLabelText('Titel') as HTMLInputElement).value).toBe('Von mir');
    conflict = false;
    fireEvent.click(screen.getByRole('button', { name: 'Meine Fassung speichern' }));
    await waitFor(() => expect(calls.to(news.change)).toHaveLength(2));
    expect(calls.to(news.change)[1]!.body).toMatchObject({ version: 9, texts: { de: { title: 'Von mir' } } });
    conflict = true;
    await waitFor(() => expect(screen.queryByText(/Jemand anderes/)).toBeNull());
    type('Titel', 'Noch einmal');
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    stored = current;
    fireEvent.click(await screen.findByRole('button', { name: 'Andere Fassung laden' }));
    await waitFor(() => expect((screen.getByLabelText('Titel') as HTMLInputElement).value).toBe('Von anderen'));
    expect(unsaved()).toEqual([]);
  });

  it('requires a comment when an editor returns an article', async () => {
    const calls = api(
      newsDraft({ state: 'in_review', comment: 'Bitte ein Bild dazu.', can: { edit: true, send_back: true, delete: false } }),
      on(news.step, newsDraft({ version: 4, comment: 'Zu lang' })),
    );
    await open();
    expect(screen.getByText('Bitte ein Bild dazu.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Zurückgeben' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Neuigkeit zurückgeben?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Zurückgeben' }));
    expect(dialog.getByText('Bitte ausfüllen.')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Was ist noch zu tun?'), { target: { value: 'Zu lang' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Zurückgeben' }));
    await waitFor(() => expect(calls.to(news.step)[0]!.body).toMatchObject({ step: 'send_back', comment: 'Zu lang', version: 3 }));
  });

  it('asks for confirmation before deleting an article', async () => {
    const calls = api(newsDraft(), on(news.remove, { ok: true }));
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Löschen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Neuigkeit löschen?' }));
    expect(dialog.getByText(/„Filmwoche“ wird/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Löschen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/news?manage=all', { replace: true }));
    expect(calls.to(news.remove)).toHaveLength(1);
  });

  it('adds uploaded files and reports rejected ones', async () => {
    const calls = api(
      newsDraft(),
      on(news.addFile, ({ body }) =>
        (body as { name: string }).name === 'programm.pdf' ? newsFile(1, { name: 'programm.pdf' }) : new AppError('unsupported_type'),
      ),
    );
    await open();
    const part = screen.getByRole('group', { name: 'Anhänge' });
    const input = part.querySelector('input[type=file]')!;
    const give = (name: string) => act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], name)] } }));
    await give('programm.pdf');
    expect(await within(part).findByRole('link', { name: 'programm.pdf' })).toBeDefined();
    await give('musik.mp3');
    expect(await within(part).findByRole('alert')).toBeDefined();
    expect(calls.to(news.addFile)[0]!.body).toEqual({ kind: 'attachment', name: 'programm.pdf', content: 'eA==' });
    fireEvent.click(within(part).getByRole('button', { name: 'programm.pdf entfernen' }));
    expect(within(part).queryByRole('link', { name: 'programm.pdf' })).toBeNull();
  });

  it('previews an article in the layout for readers', async () => {
    api(newsDraft({ category: 'schule', attachments: [newsFile(1)] }));
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Vorschau' }));
    const article = within(screen.getByRole('article'));
    expect(article.getByRole('heading', { level: 2, name: 'Filmwoche' })).toBeDefined();
    expect(article.getByText('Kommt alle.')).toBeDefined();
    expect(article.getByText('Schule')).toBeDefined();
    expect(article.getByRole('link', { name: /datei-1\.pdf/ })).toBeDefined();
  });

  it('denies access to users who may not edit the article', async () => {
    fakeApi(on(news.manage, managed()), on(news.categories, categories), on(news.draft, new AppError('not_found')));
    await show(<EditNews id={newsId(1)} go={go} />);
    expect(await screen.findByRole('heading', { name: 'Sie können diese Neuigkeit nicht bearbeiten' })).toBeDefined();
  });
});
