import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Fold } from './Fold.tsx';

const details = (): HTMLDetailsElement => document.querySelector('details')!;

it('keeps the content in the document while it is closed', () => {
  render(
    <Fold title="Wann" says="ohne Termin">
      <input aria-label="Fällig" defaultValue="4.12." />
    </Fold>,
  );
  expect(details().open).toBe(false);
  expect(screen.getByText('ohne Termin')).toBeDefined();
  expect(document.querySelector('input')?.value).toBe('4.12.');
});

it('stays open while `forced` is set', () => {
  const fold = (forced: boolean) => (
    <Fold title="Wann" forced={forced}>
      Inhalt
    </Fold>
  );
  const { rerender } = render(fold(true));
  expect(fireEvent.click(screen.getByText('Wann'))).toBe(false);
  expect(details().open).toBe(true);
  fireEvent(details(), new Event('toggle'));
  rerender(fold(false));
  expect(details().open).toBe(true);
});
