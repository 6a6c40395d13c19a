import type { ReactNode } from 'react';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Dialog } from './Dialog.tsx';

const show = (body: ReactNode) =>
  render(
    <Dialog open title="Wer leiht aus?" closeLabel="Schließen" onClose={() => {}}>
      {body}
    </Dialog>,
  );

it('focuses the first editable field', () => {
  show(
    <>
      <button type="button">Hilfe</button>
      <input aria-label="Datei" type="file" />
      <input aria-label="Nummer" disabled />
      <textarea aria-label="Name" />
    </>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

it('does not focus a field that opens a list on focus', () => {
  show(
    <>
      <input aria-label="Fach" role="combobox" aria-expanded={false} aria-controls="list" />
      <input aria-label="Name" />
    </>,
  );
  expect(document.activeElement).toBe(document.body);
});
