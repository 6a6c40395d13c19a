import { classQuestions, type ClassQuestion } from '@fundus/contract/classes/questions';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Snackbar } from '../../../app/frame/Snackbar.tsx';
import { classOf, mayOnly } from '../../../testing/class.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { mediaItem } from '../../../testing/media-item.ts';
import { show } from '../../../testing/render.tsx';
import { Questions } from './Questions.tsx';

const question = (n: number, about: Partial<ClassQuestion> = {}): ClassQuestion => ({
  id: `01890000-0000-7000-8000-00000000060${n}`,
  identifier: `FU-${n}`,
  title: `Medium ${n}`,
  item: mediaItem({ identifier: `FU-${n}`, fn_titel: `Medium ${n}` }),
  at: '2026-11-20T08:00:00.000Z',
  state: 'open',
  reason: null,
  count: 3,
  may: 'seats',
  seats: 24,
  ...about,
});

async function open(items: ClassQuestion[], learner = false) {
  const api = fakeApi(on(classQuestions.questions, { items }), on(classQuestions.answer, { seated: 24, without_seat: 0 }));
  await show(
    <>
      <Questions cls={classOf(learner ? { can: mayOnly({}) } : {})} learner={learner} />
      <Snackbar />
    </>,
  );
  await screen.findByRole('heading', { level: 2 });
  return { bodies: () => api.to(classQuestions.answer).map(({ params, body }) => [params['questionId'], body]) };
}

it('lets a teacher share a requested medium with one click', async () => {
  const { bodies } = await open([question(1)]);
  screen.getByText('3 Lernende fragen danach, zuletzt am 20.11.2026');
  screen.getByText('24 Plätze werden vergeben');
  fireEvent.click(screen.getByRole('button', { name: '„Medium 1“ freigeben' }));
  await screen.findByText(/wurde für 8b Geografie freigegeben\. 24 Plätze wurden vergeben/);
  expect(bodies()).toEqual([[question(1).id, { answer: 'share' }]]);
});

it('offers no sharing without a licence', async () => {
  await open([question(1, { may: 'none', seats: 0 })]);
  screen.getByText('Ihre Schule hat keine Lizenz für dieses Medium.');
  expect(screen.queryByRole('button', { name: '„Medium 1“ freigeben' })).toBeNull();
});

it('reopens a question when the teacher undoes the refusal', async () => {
  const { bodies } = await open([question(1, { may: 'none', seats: 0 })]);
  fireEvent.click(screen.getByRole('button', { name: '„Medium 1“ ablehnen' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Das kommt später' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies().map(([, body]) => body)).toEqual([{ answer: 'decline', reason: 'later' }, { answer: 'reopen' }]);
});

it('shows learners only the answers to their own questions', async () => {
  await open(
    [
      question(1, { count: 0 }),
      question(2, { state: 'declined', reason: 'no_licence', count: 0 }),
      question(3, { state: 'shared', count: 0 }),
    ],
    true,
  );
  screen.getByRole('heading', { level: 2, name: 'Deine Fragen' });
  screen.getByText('Gefragt am 20.11.2026, noch ohne Antwort');
  screen.getByText('Antwort vom 20.11.2026: Dafür haben wir keine Lizenz.');
  screen.getByText('Freigegeben am 20.11.2026');
  expect(screen.queryByRole('button')).toBeNull();
});
