import { landHolidays } from '@fundus/contract/lending/calendar/land-holidays';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { StateHolidays } from './StateHolidays.tsx';

const span = (name: string, from: string, until = from) => ({ name, from, until });

test('preselects new holidays except for regional ones', async () => {
  fakeApi(
    on(landHolidays.holidays, {
      school: [span('Osterferien', '2027-03-22', '2027-04-02'), span('Pfingstferien', '2027-05-18', '2027-05-28')],
      public: [
        { ...span('Karfreitag', '2027-03-26'), partly: false },
        { ...span('Tag der Arbeit', '2027-05-01'), partly: false },
        { ...span('Mariä Himmelfahrt', '2027-08-15'), partly: true },
      ],
      ...{ years: ['2026/27', '2027/28'], source: 'Ferienordnung', url: 'https://www.km.bayern.de/', checked_on: '2026-11-28' },
    }),
  );
  const onAdd = vi.fn();
  const entered = [{ ...span('Pfingsten', '2027-05-18', '2027-05-28'), processed: true }];
  await show(<StateHolidays entered={entered} onAdd={onAdd} />);
  fireEvent.change(screen.getByRole('combobox', { name: 'Ferien und Feiertage eines Landes' }), { target: { value: 'BY' } });
  expect(await screen.findByRole('link', { name: 'Ferienordnung' })).toBeDefined();
  const boxes = screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((box) => [box.closest('label')?.textContent?.split(',')[0], box.checked]);
  expect(boxes).toEqual([
    ['Osterferien', true],
    ['Tag der Arbeit', true],
    ['Mariä Himmelfahrt', false],
  ]);
  fireEvent.click(screen.getByRole('button', { name: '2 übernehmen' }));
  expect(onAdd).toHaveBeenCalledWith([
    { ...span('Osterferien', '2027-03-22', '2027-04-02'), processed: false },
    { ...span('Tag der Arbeit', '2027-05-01'), processed: false },
  ]);
});
