import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { DateField } from './DateField.tsx';

const given = vi.fn<(value: string) => void>();

function Form({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <DateField
      label="Letzter Tag"
      value={value}
      onChange={(event) => {
        given(event.target.value);
        setValue(event.target.value);
      }}
    />
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Letzter Tag');

it("formats and parses dates in the page's language", async () => {
  await show(<Form initial="2027-02-07" />);
  expect(field().value).toBe('07.02.2027');
  fireEvent.change(field(), { target: { value: '31.7.27' } });
  expect(given).toHaveBeenLastCalledWith('2027-07-31');
  // The text is not reformatted while the user is typing.
  expect(field().value).toBe('31.7.27');
  fireEvent.blur(field());
  expect(field().value).toBe('31.07.2027');
});

it('shows an error for an invalid date', async () => {
  await show(<Form />);
  fireEvent.change(field(), { target: { value: '31.02.2027' } });
  fireEvent.blur(field());
  expect(given).toHaveBeenLastCalledWith('31.02.2027');
  expect(screen.getByText('Bitte geben Sie das Datum so ein: 31.07.2027.')).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

it("opens the browser's date picker", async () => {
  const open = vi.fn();
  HTMLInputElement.prototype.showPicker = open;
  await show(<Form />);
  fireEvent.click(screen.getByRole('button', { name: 'Letzter Tag: Kalender öffnen' }));
  expect(open).toHaveBeenCalledOnce();
});
