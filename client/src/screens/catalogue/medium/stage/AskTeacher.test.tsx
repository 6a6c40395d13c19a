import { classQuestions, type AskedClass } from '@fundus/contract/classes/questions';
import { AppError } from '@fundus/contract/errors';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Snackbar } from '../../../../app/frame/Snackbar.tsx';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { person } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import { AskTeacher } from './AskTeacher.tsx';

const first = '01890000-0000-7000-8000-000000000001';
const second = '01890000-0000-7000-8000-000000000002';
const asked = (about: Partial<AskedClass> = {}): AskedClass => ({ id: first, name: '8b', state: 'none', reason: null, ...about });

async function open(classes: AskedClass[], refused: AppError | null = null) {
  const items = [...classes];
  const api = fakeApi(
    on(classQuestions.askable, () => ({ classes: items })),
    on(classQuestions.requestMedium, ({ params }) => {
      if (refused) return refused;
      const i = items.findIndex(({ id }) => id === params['id']);
      return (items[i] = { ...items[i]!, state: 'open' });
    }),
  );
  await show(
    <>
      <AskTeacher identifier="FU-1" />
      <Snackbar />
    </>,
    { user: person({ role: '' }) },
  );
  return api;
}

it('sends a question to the teacher with one click', async () => {
  const api = await open([asked()]);
  fireEvent.click(await screen.findByRole('button', { name: 'Lehrkraft fragen' }));
  expect(await screen.findByText('Du hast in 8b danach gefragt.', { exact: false })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Lehrkraft fragen' })).toBeNull();
  expect(api.to(classQuestions.requestMedium).map(({ params, body }) => [params['id'], body])).toEqual([[first, { identifier: 'FU-1' }]]);
  expect(screen.getByRole('link', { name: 'Zur Klasse 8b' }).getAttribute('href')).toBe(`/class/${first}`);
});

it('lets a learner ask in another class after an answer', async () => {
  const api = await open([asked({ state: 'declined', reason: 'later' }), asked({ id: second, name: '8b Erdkunde' })]);
  expect(await screen.findByText('Antwort aus 8b: Das kommt später.', { exact: false })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Lehrkraft von 8b Erdkunde fragen' }));
  await waitFor(() => expect(api.to(classQuestions.requestMedium)).toHaveLength(1));
});

it('shows an error if the limit of open questions is reached', async () => {
  await open([asked()], new AppError('state_conflict', { details: { reason: 'most', most: 10 } }));
  fireEvent.click(await screen.findByRole('button', { name: 'Lehrkraft fragen' }));
  expect(await screen.findByText(/Du hast schon 10 offene Fragen/)).toBeDefined();
});

it('tells a learner without a class that asking is not possible', async () => {
  await open([]);
  expect(await screen.findByText(/in keiner Klasse/)).toBeDefined();
});
