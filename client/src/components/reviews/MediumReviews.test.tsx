import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { AppError } from '@fundus/contract/errors';
import { reviews, type OwnReview, type ReviewsOfMedium } from '@fundus/contract/reviews/reviews';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { closeSnackbar } from '../../stores/snackbar.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { show } from '../../testing/render.tsx';
import { MediumReviews } from './MediumReviews.tsx';

beforeEach(() => closeSnackbar());

const ID = '01890000-0000-7000-8000-000000000001';
const reply = (more: Partial<ReviewsOfMedium> = {}): ReviewsOfMedium => ({
  total: 0,
  offset: 0,
  limit: 5,
  items: [],
  average: null,
  criteria: { correct: null, fitting: null, technical: null, material: null },
  recommendation: null,
  own: null,
  can: { read: true, review: true, open: false, recommend: false },
  ...more,
});
const own = (more: Partial<OwnReview> = {}): OwnReview => ({
  id: ID,
  stars: 4,
  correct: null,
  fitting: null,
  technical: null,
  material: null,
  subject: '',
  grade: '',
  text: 'Gut',
  tips: '',
  initials: false,
  state: 'published',
  ...more,
});
const review = {
  ...own(),
  text: 'Klar erklärt',
  tips: 'Vorher das Mikroskop zeigen',
  correct: 5,
  by: 'M. F.',
  subject: { code: '080', label: 'Biologie' },
  grade: 'A(7)',
  changed_at: '2026-05-04T08:00:00.000Z',
  can: { flag: true },
};

async function open(about: Partial<ReviewsOfMedium>, ...more: ReturnType<typeof on>[]) {
  const api = fakeApi(
    on(reviews.ofMedium, reply(about)),
    on(reviews.write, own()),
    on(reviews.remove, { ok: true }),
    on(reviews.flag, { ok: true }),
    on(reviews.recommend, ({ body }) => body as never),
    on(catalogue.search, new AppError('internal')),
    ...more,
  );
  await show(
    <>
      <MediumReviews opened={false} identifier="FU-1" title="Die Zelle" subjects={['080']} labels={{ '080': 'Biologie' }} />
      <Snackbar />
    </>,
  );
  return api;
}

describe('reviews of a medium', () => {
  it('show no average if there are fewer than three', async () => {
    await open({ total: 2 });
    expect(await screen.findByText('2 Bewertungen: noch zu wenige für einen Durchschnitt.')).toBeTruthy();
  });

  it('show average, criteria and texts', async () => {
    await open({ total: 4, average: 4.3, criteria: { correct: 4.7, fitting: null, technical: null, material: null }, items: [review] });
    expect(await screen.findByRole('img', { name: '4,3 von 5 Sternen' })).toBeTruthy();
    expect(screen.getByText('4,7')).toBeTruthy();
    expect(screen.getByText('Klar erklärt')).toBeTruthy();
    expect(screen.getByText('M. F. · Biologie · Klasse 7 · 04.05.2026')).toBeTruthy();
  });

  it('are hidden if the user may neither read nor write them', async () => {
    await open({ can: { read: false, review: false, open: false, recommend: false } });
    expect(screen.queryByRole('heading', { name: 'Bewertungen' })).toBeNull();
  });

  it('require a star rating', async () => {
    const api = await open({});
    fireEvent.click(await screen.findByRole('button', { name: 'Bewerten' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Veröffentlichen' }));
    expect(dialog.getByRole('alert').textContent).toBe('Bitte geben Sie einen bis fünf Sterne.');
    const stars = within(dialog.getByRole('group', { name: 'Gesamteindruck' })).getAllByRole('radio');
    await waitFor(() => expect(document.activeElement).toBe(stars[0]));
    expect(stars.every((star) => star.getAttribute('aria-invalid') === 'true')).toBe(true);
    expect(api.to(reviews.write)).toHaveLength(0);
    fireEvent.click(within(dialog.getByRole('group', { name: 'Gesamteindruck' })).getByRole('radio', { name: '4 von 5 Sternen' }));
    fireEvent.click(within(dialog.getByRole('group', { name: 'Passt zur Stufe' })).getByRole('radio', { name: '5 von 5 Sternen' }));
    fireEvent.click(within(dialog.getByRole('group', { name: 'Technisch gut' })).getByRole('radio', { name: '2 von 5 Sternen' }));
    fireEvent.click(within(dialog.getByRole('group', { name: 'Technisch gut' })).getByRole('button', { name: 'Keine Angabe' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Veröffentlichen' }));
    await waitFor(() => expect(api.to(reviews.write)).toHaveLength(1));
    expect(api.to(reviews.write)[0]?.body).toMatchObject({ stars: 4, fitting: 5, technical: null, state: 'published' });
  });

  it('let users delete their own pending review', async () => {
    const api = await open({ total: 1, own: own({ state: 'flagged' }) });
    expect(await screen.findByText(/wird von der Redaktion geprüft/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Eigene Bewertung' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Als Entwurf speichern' })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Löschen' }));
    await waitFor(() => expect(api.to(reviews.remove)).toHaveLength(1));
  });

  it('explain why a deleted review cannot be restored', async () => {
    await open({ total: 1, own: own() }, on(reviews.write, new AppError('state_conflict')));
    fireEvent.click(await screen.findByRole('button', { name: 'Eigene Bewertung' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Löschen' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
    await screen.findByText('Sie können das Medium bewerten, sobald Sie es geöffnet haben.');
  });

  it('can be reported as inappropriate', async () => {
    const api = await open({ total: 1, items: [review] });
    fireEvent.click(await screen.findByRole('button', { name: 'Unangemessen?' }));
    await waitFor(() => expect(api.to(reviews.flag)[0]?.params).toEqual({ id: ID }));
  });

  it('require the user to open the medium first', async () => {
    await open({ can: { read: true, review: false, open: true, recommend: false } });
    expect(await screen.findByText(/sobald Sie es geöffnet haben/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Bewerten' })).toBeNull();
  });

  it('let editors change a recommendation', async () => {
    const recommendation = { text: 'Für den Einstieg', curriculum: 'BP 3.2.1', lessons: '', valid_until: '2028-07-31' };
    const api = await open({ recommendation, can: { read: true, review: true, open: false, recommend: true } });
    expect(await screen.findByRole('group', { name: 'Von der Redaktion empfohlen' })).toBeTruthy();
    expect(screen.getByText('Gültig bis 31. Juli 2028')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Empfehlung bearbeiten' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Ideen für den Unterricht'), { target: { value: 'Stationen' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(api.to(reviews.recommend)[0]?.body).toEqual({ ...recommendation, lessons: 'Stationen' }));
  });
});
