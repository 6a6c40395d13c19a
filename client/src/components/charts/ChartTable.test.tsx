import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/render.tsx';
import { ChartTable } from './ChartTable.tsx';
import { monthRow } from './month-row.ts';

const MONTHS = [
  { ...monthRow('2026-11', 'de'), value: 1_240, words: '1.240' },
  { ...monthRow('2026-12', 'de'), value: null, words: 'unter 5' },
  { ...monthRow('2027-01', 'de'), value: 0, words: '0' },
];
const draw = async (kind: 'months' | 'names' = 'months') => {
  const { container } = await show(<ChartTable label="Genutzte Medien" kind={kind} head={['Monat', 'Nutzungen']} rows={MONTHS} />);
  return { container, chart: await screen.findByRole('application', { name: 'Genutzte Medien: Nutzungen' }) };
};
const press = (chart: Element, key: string) => fireEvent.keyDown(chart, { key });
const expectStatus = async (words: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(words));

describe('ChartTable', () => {
  it('shows all values in a table', async () => {
    await draw();
    const rows = within(screen.getByRole('table', { name: 'Genutzte Medien' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Monat', 'Nutzungen'],
      ['November 2026', '1.240'],
      ['Dezember 2026', 'unter 5'],
      ['Januar 2027', '0'],
    ]);
  });

  it('draws a pattern for withheld values', async () => {
    const { container } = await draw();
    const bars = (part: string) => container.querySelectorAll(`.${part} path`).length;
    expect([bars('chart-bar'), bars('chart-withheld')]).toEqual([1, 1]);
    expect(screen.getByText('ausgeblendet: weniger als 5 Personen')).toBeTruthy();
  });

  it.each([
    ['months', 'ArrowRight', 'ArrowLeft'],
    ['names', 'ArrowDown', 'ArrowUp'],
    ['names', 'ArrowRight', 'ArrowLeft'],
  ] as const)('announces each value reached with the arrow keys: %s', async (kind, next, back) => {
    const { chart } = await draw(kind);
    expect(document.getElementById(chart.getAttribute('aria-describedby')!)!.textContent).toContain('Pfeiltasten');
    fireEvent.focus(chart);
    await expectStatus('November 2026: 1.240');
    press(chart, next);
    await expectStatus('Dezember 2026: unter 5');
    press(chart, next);
    await expectStatus('Januar 2027: 0');
    press(chart, back);
    await expectStatus('Dezember 2026: unter 5');
  });

  it('adds the year to a month label only if the year changes', async () => {
    const { chart } = await draw();
    await waitFor(() => expect([...chart.querySelectorAll('tspan')].map(({ textContent }) => textContent)).toContain('2027'));
    const words = [...chart.querySelectorAll('tspan')].map(({ textContent }) => textContent);
    expect(words.filter((word) => /^20/.test(word))).toEqual(['2026', '2027']);
    expect(words).toContain('1.500');
  });
});
