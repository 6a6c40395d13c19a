import { AppError } from '@fundus/contract/errors';
import { reviews, type ReviewWords } from '@fundus/contract/reviews/reviews';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { WordsDialog } from './WordsDialog.tsx';

const list = (about: Partial<ReviewWords> = {}): ReviewWords => ({
  words: ['Idiot', 'Mist'],
  defaults: ['Idiot', 'Depp'],
  version: 2,
  changed_at: null,
  ...about,
});
const words = () => screen.findByLabelText<HTMLTextAreaElement>('Wörter');
const type = async (label: string, value: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value } });

test('previews the effect of the listed words on a text', async () => {
  const api = fakeApi(on(reviews.words, list()), on(reviews.setWords, list()));
  await show(<WordsDialog onClose={() => undefined} />, { user: person({ district_admin: '1' }) });
  expect((await words()).value).toBe('Idiot\nMist');
  await type('Text ausprobieren', 'Lauter Idioten, so ein Mist');
  expect(screen.getByText('Wartet auf die Redaktion wegen: Idiot, Mist.')).toBeDefined();
  await type('Text ausprobieren', 'Mehr auf www.werbung.example');
  expect(screen.getByText(/weil der Text eine Internetadresse enthält/)).toBeDefined();
  await type('Text ausprobieren', 'Misteln im Winter');
  expect(screen.getByText('Wäre sofort sichtbar.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Standardliste einsetzen' }));
  await type('Wörter', `${(await words()).value}\n  Quatschkopf \n`);
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() =>
    expect(api.to(reviews.setWords).map(({ body }) => body)).toEqual([{ words: ['Idiot', 'Depp', 'Quatschkopf'], version: 2 }]),
  );
});

test('shows an error if saving fails', async () => {
  fakeApi(on(reviews.words, list()), on(reviews.setWords, new AppError('validation_failed', { field: 'words.0' })));
  await show(<WordsDialog onClose={() => undefined} />, { user: person({ district_admin: '1' }) });
  await words();
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Jede Zeile muss ein Wort');
});
