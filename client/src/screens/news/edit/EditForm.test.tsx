import { AppError } from '@fundus/contract/errors';
import { news, type NewsDraft, type NewsFile } from '@fundus/contract/news/news';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { query } from '../../../api/query.ts';
import { Snackbar } from '../../../app/frame/Snackbar.tsx';
import { closeSnackbar } from '../../../stores/snackbar.ts';
import { unsaved } from '../../../stores/unsaved.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { managed, newsDraft, newsFile, newsId } from '../../../testing/news.ts';
import { show } from '../../../testing/render.tsx';
import { usePlace } from '../../../ui/router.tsx';
import { EditNews } from '../EditNews.tsx';

const go = vi.fn();
const api = (draft: NewsDraft | (() => NewsDraft | AppError), ...more: Parameters<typeof fakeApi>) =>
  fakeApi(
    on(news.manage, managed([], { can: { school: true, district: true, categories: false, review: false } })),
    on(news.categories, { items: [] }),
    on(news.draft, draft),
    on(news.targets, ({ query: { audience } }) => ({
      ...{ total: 1, offset: 0, limit: 20 },
      items: [audience === 'classes' ? { id: 'c-2', name: '9c' } : { id: 's-1', name: 'Seeschule' }],
    })),
    ...more,
  );
const open = async (id: string | null = newsId(1)) => {
  const view = await show(
    <>
      <EditNews id={id} go={go} />
      <Snackbar />
    </>,
  );
  await screen.findByRole('textbox', { name: 'Text' });
  return view;
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const valueOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const body = () => screen.getByRole('textbox', { name: 'Text' });
const paste = (text: string) =>
  fireEvent.paste(body(), { clipboardData: { getData: (kind: string) => (kind === 'text/plain' ? text : ''), files: [] } });
const Draft = () => (usePlace().search === '?edit' ? <EditNews id={newsId(1)} go={go} /> : null);
/** Promise that the test resolves. */
const later = <T,>() => {
  let answer!: (value: T) => void;
  const promise = new Promise<T>((resolve) => (answer = resolve));
  return { promise, answer: (value: T) => act(async () => answer(value)) };
};

beforeEach(() => {
  go.mockReset();
  closeSnackbar();
  // jsdom does not support layout.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

describe('pending upload', () => {
  it('prevents saving until it is complete', async () => {
    const coming = later<NewsFile>();
    api(
      newsDraft({ attachments: [newsFile(2, { name: 'alt.pdf' })] }),
      on(news.addFile, () => coming.promise),
    );
    await open();
    const part = within(screen.getByRole('group', { name: 'Anhänge' }));
    const input = screen.getByRole('group', { name: 'Anhänge' }).querySelector('input[type=file]')!;
    await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'neu.pdf')] } }));
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Entwurf speichern' });
    const publish = screen.getByRole<HTMLButtonElement>('button', { name: 'Veröffentlichen' });
    expect([save.disabled, publish.disabled, unsaved({ view: true })]).toEqual([true, true, ['uploads']]);
    expect(screen.getByText('Sie können speichern, sobald die Datei hochgeladen ist.')).toBeDefined();
    fireEvent.click(part.getByRole('button', { name: 'alt.pdf entfernen' }));
    await coming.answer(newsFile(1, { name: 'neu.pdf' }));
    expect(part.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['neu.pdf']);
    expect([save.disabled, publish.disabled, unsaved({ view: true })]).toEqual([false, false, ['changes']]);
  });
});

describe('editor', () => {
  it('rejects a time without a day', async () => {
    const calls = api(newsDraft(), on(news.change, newsDraft({ version: 4 })));
    await open();
    const from = screen.getByRole('textbox', { name: 'Anzeigen ab' });
    type('Anzeigen ab: Uhrzeit', '8:30');
    press('Veröffentlichen');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(from));
    type('Titel', 'Filmwoche 2');
    press('Entwurf speichern');
    expect(await screen.findByText(/^Tag und Uhrzeit sind noch nicht vollständig/, { selector: '.field-error' })).toBeDefined();
    expect(calls.to(news.change)).toHaveLength(0);
    type('Anzeigen ab', '1.12.2026');
    // The last day is included entirely.
    type('Anzeigen bis', '24.12.2026');
    press('Entwurf speichern');
    await waitFor(() =>
      expect(calls.to(news.change)[0]!.body).toMatchObject({
        display_at: '2026-12-01T07:30:00.000Z',
        expires_at: '2026-12-24T22:59:00.000Z',
      }),
    );
  });

  it('omits languages without content', async () => {
    const cover = newsFile(1, { mime: 'image/png', width: 800, height: 450 });
    const calls = api(newsDraft({ cover }), on(news.change, newsDraft({ version: 4 })));
    await open();
    const english = () => within(screen.getByRole('group', { name: 'Sprachen' })).getByRole('button', { name: /^Englisch/ });
    fireEvent.click(english());
    type('Bildbeschreibung', 'A poster');
    expect(english().textContent).toContain('ausgefüllt');
    press('Titelbild entfernen');
    expect(english().textContent).not.toContain('ausgefüllt');
    paste('Come');
    expect(english().textContent).toContain('ausgefüllt');
    press('Änderung rückgängig machen');
    paste(' \u00a0');
    expect(english().textContent).not.toContain('ausgefüllt');
    press('Entwurf speichern');
    await waitFor(() => expect(calls.to(news.change)[0]!.body).toMatchObject({ texts: { de: { title: 'Filmwoche' } } }));
    expect(Object.keys((calls.to(news.change)[0]!.body as NewsDraft).texts)).toEqual(['de']);
  });

  it("keeps the input if the server's version cannot be loaded", async () => {
    let answer: NewsDraft | AppError = newsDraft();
    api(() => answer, on(news.change, new AppError('version_conflict', { details: { current: newsDraft({ version: 9 }) } })));
    await open();
    type('Titel', 'Von mir');
    press('Entwurf speichern');
    for (const code of ['unavailable', 'not_found'] as const) {
      answer = new AppError(code);
      fireEvent.click(await screen.findByRole('button', { name: 'Andere Fassung laden' }));
      await waitFor(() => expect(document.querySelector('.snackbar')).not.toBeNull());
      expect(valueOf('Titel')).toBe('Von mir');
      act(() => closeSnackbar());
    }
  });

  it('restores the text of a removed language', async () => {
    const text = { teaser: '', cover_alt: '' };
    api(
      newsDraft({
        texts: { de: { ...text, title: 'Filmwoche', body: '<p>Kommt.</p>' }, en: { ...text, title: 'Film week', body: '<p>Come.</p>' } },
      }),
    );
    await open();
    const languages = within(screen.getByRole('group', { name: 'Sprachen' }));
    fireEvent.click(languages.getByRole('button', { name: /^Englisch/ }));
    press('Fassung entfernen: Englisch');
    expect(document.activeElement).toBe(languages.getByRole('button', { name: /^Deutsch/ }));
    expect([valueOf('Titel'), body().textContent]).toEqual(['Filmwoche', 'Kommt.']);
    fireEvent.click(languages.getByRole('button', { name: /^Englisch/ }));
    expect([valueOf('Titel'), body().textContent]).toEqual(['', '']);
    press('Rückgängig');
    expect([valueOf('Titel'), body().textContent]).toEqual(['Film week', 'Come.']);
    expect(unsaved()).toEqual([]);
  });

  it('warns before archiving an article with unsaved changes', async () => {
    const closed = { edit: false, publish: false, archive: false, restore: true };
    api(
      newsDraft({ state: 'published' }),
      on(news.step, ({ body: sent }) =>
        (sent as { step: string }).step === 'archive'
          ? newsDraft({ state: 'archived', version: 4, can: closed })
          : newsDraft({ state: 'draft', version: 5 }),
      ),
    );
    await open();
    press('Archivieren');
    expect(within(screen.getByRole('dialog')).queryByText(/nicht gespeichert/)).toBeNull();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Abbrechen' }));
    type('Titel', 'Etwas anderes');
    paste('Ganz neu.');
    press('Archivieren');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Nicht gespeicherte Änderungen gehen dabei verloren.')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Archivieren' }));
    expect(within(await screen.findByRole('article')).getByRole('heading', { name: 'Filmwoche' })).toBeDefined();
    expect(unsaved()).toEqual([]);
    press('Wiederherstellen');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Wiederherstellen' }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect([valueOf('Titel'), body().textContent]).toEqual(['Filmwoche', 'Kommt alle.']);
  });

  it('removes the cached draft after the article is published', async () => {
    api(newsDraft(), on(news.create, newsDraft()), on(news.step, newsDraft({ version: 4, state: 'published' })));
    const { queryClient } = await open(null);
    const key = query(news.draft, { params: { id: newsId(1) } }).queryKey;
    type('Titel', 'Filmwoche');
    press('Entwurf speichern');
    await waitFor(() => expect(go).toHaveBeenCalled());
    // Cached, so that the page of the draft opens without a request.
    expect(queryClient.getQueryData(key)).toMatchObject({ version: 3 });
    // No longer cached after publishing.
    press('Veröffentlichen');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Veröffentlichen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/news/${newsId(1)}`, { replace: true }));
    expect(queryClient.getQueryData(key)).toBeUndefined();
  });

  it('removes the cached draft when the editor is closed', async () => {
    const calls = api(newsDraft());
    const { queryClient, router } = await show(<Draft />);
    const key = query(news.draft, { params: { id: newsId(1) } }).queryKey;
    queryClient.setQueryData(key, newsDraft({ version: 7 }));
    await act(() => router.go('?edit'));
    await screen.findByLabelText('Titel');
    expect(calls.to(news.draft)).toHaveLength(0);
    await act(() => router.go('?'));
    expect(queryClient.getQueryData(key)).toBeUndefined();
  });

  it('preserves input typed while a new article is being stored', async () => {
    const storing = later<NewsDraft>();
    const calls = api(
      newsDraft(),
      on(news.create, () => storing.promise),
      on(news.change, newsDraft({ version: 4 })),
    );
    await open(null);
    type('Titel', 'Film');
    press('Entwurf speichern');
    await waitFor(() => expect(calls.to(news.create)).toHaveLength(1));
    type('Titel', 'Filmwoche');
    await storing.answer(newsDraft());
    expect([go.mock.calls, valueOf('Titel'), unsaved()]).toEqual([[], 'Filmwoche', ['changes']]);
    press('Entwurf speichern');
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/news/${newsId(1)}?edit=1`, { replace: true }));
    expect([calls.to(news.create).length, unsaved()]).toEqual([1, []]);
  });

  it('sends only the recipients of the selected audience', async () => {
    const calls = api(
      newsDraft({ audience: 'classes', targets: [{ id: 'c-1', name: '8b' }], roles: 'learner' }),
      on(news.change, newsDraft({ version: 4 })),
    );
    await open();
    fireEvent.click(await screen.findByRole('checkbox', { name: '9c' }));
    type('Sichtbar für', 'school');
    type('Absender', 'district');
    type('Sichtbar für', 'public');
    expect(screen.queryByLabelText('Personenkreis')).toBeNull();
    press('Entwurf speichern');
    await waitFor(() => expect(calls.to(news.change)[0]!.body).toMatchObject({ audience: 'public', targets: [], roles: 'all' }));
    type('Sichtbar für', 'schools');
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Seeschule' })).checked).toBe(false);
    type('Absender', 'school');
    type('Sichtbar für', 'classes');
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: '8b' })).checked).toBe(true);
    press('Entwurf speichern');
    await waitFor(() => expect(calls.to(news.change)).toHaveLength(2));
    expect(calls.to(news.change)[1]!.body).toMatchObject({ audience: 'classes', targets: ['c-1', 'c-2'], roles: 'learner' });
  });
});
