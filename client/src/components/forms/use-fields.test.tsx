import { AppError, invalidFields } from '@fundus/contract/errors';
import { toFieldProblems } from '@fundus/contract/problems';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { show } from '../../testing/render.tsx';
import { useT } from '../../i18n/translate.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { useFields } from './use-fields.ts';

/** A form that has its own error text only for the number. */
function Form({ error }: { error: AppError | null }) {
  const { t } = useT();
  const { problem, text } = useFields(
    { name: '', number: '', note: '' },
    {
      error,
      at: ['name', 'number', 'note'],
      words: ({ code, field }) => (field === 'number' ? 'Eine Zahl mit vier Stellen.' : t(`error.${code}`, { name: '' })),
    },
  );
  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      <TextField label="Name" {...text('name')} />
      <TextField label="Nummer" {...text('number')} />
      <TextField label="Notiz" {...text('note')} />
    </>
  );
}

const refused = (value: unknown): AppError =>
  invalidFields(
    toFieldProblems(
      z
        .object({ name: z.string().max(3), number: z.string().length(4), note: z.string().optional(), hidden: z.int().optional() })
        .safeParse(value, { reportInput: true }).error!.issues,
    ),
  );

const said = (label: string): string => {
  const field = screen.getByLabelText(label);
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
};

it('shows the error message of each invalid field', async () => {
  await show(<Form error={refused({ name: 'Anna', number: '12' })} />);
  expect([said('Name'), said('Nummer'), said('Notiz')]).toEqual(['Höchstens 3 Zeichen.', 'Eine Zahl mit vier Stellen.', '']);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a general error above the form if an unknown field is invalid', async () => {
  await show(<Form error={refused({ number: '1234', hidden: 1.5 })} />);
  expect(said('Name')).toBe('Bitte ausfüllen.');
  expect(screen.getByRole('alert').textContent).toBe('Einige Angaben stimmen nicht. Die betroffenen Felder sind markiert.');
});

it('shows errors without a field above the form', async () => {
  await show(<Form error={new AppError('forbidden')} />);
  expect(screen.getByRole('alert').textContent).toBe('Dazu fehlen Ihnen die Rechte.');
});
