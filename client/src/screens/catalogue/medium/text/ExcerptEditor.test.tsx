import { accounts } from '@fundus/contract/accounts/accounts';
import { excerpts, type Excerpt } from '@fundus/contract/catalogue/excerpts';
import { AppError } from '@fundus/contract/errors';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createPlayback } from '../../../../player/playback/playback.ts';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { mediaItem } from '../../../../testing/media-item.ts';
import { person } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import { ExcerptEditor } from './ExcerptEditor.tsx';

const ID = '01890000-0000-7000-8000-000000000001';
const saved = (more: Partial<Excerpt> = {}): Excerpt => ({
  id: ID,
  start_s: 72,
  end_s: 130,
  title: 'Ausbruch',
  own: true,
  bookmarked: false,
  gone: false,
  share_code: null,
  ...more,
});

async function open(excerpt: Excerpt | null, at = 10) {
  const api = fakeApi(
    on(accounts.userinfo, person()),
    on(excerpts.addExcerpt, ({ body }) => saved(body as Partial<Excerpt>)),
    on(excerpts.changeExcerpt, ({ body }) => saved(body as Partial<Excerpt>)),
  );
  const playback = createPlayback();
  const moveTo = (time: number) => vi.spyOn(playback, 'get').mockReturnValue({ ...playback.get(), time });
  moveTo(at);
  const spies = { onTimes: vi.fn(), onPreview: vi.fn(), onClose: vi.fn() };
  const about = { medium: mediaItem(), playback, length: 200, chapters: [], cues: [], excerpt };
  await show(<ExcerptEditor {...about} {...spies} />, { user: person({ school_id: 'school-1' }) });
  return { api, moveTo, ...spies };
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const handle = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('proposes an excerpt of thirty seconds from the playback position', async () => {
  await open(null);
  expect([box('Anfang').value, box('Ende').value, box('Titel').value]).toEqual(['0:10', '0:40', 'Ausschnitt 0:10–0:40']);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Ausschnitt anlegen' }));
});

it('sets start and end to the playback position', async () => {
  const { api, moveTo, onTimes, onPreview, onClose } = await open(null);
  moveTo(72.4);
  press('Hier anfangen');
  expect([box('Anfang').value, box('Ende').value]).toEqual(['1:12', '1:42']);
  moveTo(80.2);
  press('Hier enden');
  expect(onTimes).toHaveBeenLastCalledWith({ start: 72, end: 81 });
  press('Ausschnitt ansehen');
  expect(onPreview).toHaveBeenCalledWith({ start: 72, end: 81 });
  fireEvent.change(box('Titel'), { target: { value: ' Lava ' } });
  press('Speichern');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.to(excerpts.addExcerpt).map(({ body }) => body)).toEqual([{ start_s: 72, end_s: 81, title: 'Lava' }]);
});

it('prevents one handle from passing the other', async () => {
  await open(null);
  expect(handle('Anfang').getAttribute('aria-valuetext')).toBe('10 Sekunden');
  fireEvent.change(handle('Ende'), { target: { value: '130' } });
  expect(handle('Ende').getAttribute('aria-valuetext')).toBe('2 Minuten 10 Sekunden');
  fireEvent.change(handle('Anfang'), { target: { value: '150' } });
  expect([box('Anfang').value, box('Ende').value]).toEqual(['2:09', '2:10']);
});

it('shows errors without saving', async () => {
  const { api } = await open(null);
  fireEvent.change(box('Titel'), { target: { value: '' } });
  press('Speichern');
  screen.getByText('Bitte ausfüllen.');
  fireEvent.change(box('Titel'), { target: { value: 'Lava' } });
  fireEvent.change(box('Ende'), { target: { value: '0:05' } });
  press('Speichern');
  screen.getByText(/Das Ende muss nach dem Anfang/);
  fireEvent.change(box('Ende'), { target: { value: '9:00' } });
  press('Speichern');
  screen.getByText(/Das Ende muss nach dem Anfang/);
  await waitFor(() => expect(document.activeElement).toBe(box('Ende')));
  expect(api.to(excerpts.addExcerpt)).toEqual([]);
});

it('saves an excerpt before sharing it', async () => {
  const { api, onClose } = await open(saved());
  expect([box('Anfang').value, box('Titel').value]).toEqual(['1:12', 'Ausbruch']);
  press('Freigeben');
  expect(await screen.findByRole('dialog', { name: '„Ausbruch“ freigeben', hidden: true })).toBeDefined();
  expect(api.to(excerpts.changeExcerpt)).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps the input if saving fails', async () => {
  const { onClose } = await open(null);
  fakeApi(on(accounts.userinfo, person()), on(excerpts.addExcerpt, new AppError('state_conflict')));
  fireEvent.change(box('Titel'), { target: { value: 'Lava' } });
  press('Speichern');
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(box('Titel').value).toBe('Lava');
  expect(onClose).not.toHaveBeenCalled();
});
