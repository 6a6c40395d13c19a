import type { PointFields } from '@fundus/contract/lending/points/points';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { t } from '../../../i18n/translate.ts';
import { show } from '../../../testing/render.tsx';
import { ClosureFields, LengthFields, type DurationInput } from './PointDays.tsx';

const said = vi.fn();
function Closures({ rows }: { rows: PointFields['closures'] }) {
  const [now, set] = useState<readonly PointFields['closures'][number][]>(rows);
  said(now);
  return <ClosureFields rows={now} onChange={set} />;
}
function Lengths({ rows }: { rows: DurationInput[] }) {
  const [now, set] = useState<readonly DurationInput[]>(rows);
  said(now);
  return <LengthFields rows={now} onChange={set} />;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('closures and loan periods of a lending point', () => {
  it('reports added, changed and removed closures', async () => {
    const fair = { name: 'Messe', from: '2026-12-01', until: '2026-12-03', processed: false };
    await show(<Closures rows={[fair]} />);
    fireEvent.click(screen.getByRole('checkbox', { name: t('lending.closure.processed') }));
    expect(said).toHaveBeenLastCalledWith([{ ...fair, processed: true }]);
    press(t('lending.closure.add'));
    fireEvent.change(screen.getAllByLabelText(t('lending.closure.name'))[1]!, { target: { value: 'Umzug' } });
    expect(said).toHaveBeenLastCalledWith([{ ...fair, processed: true }, expect.objectContaining({ name: 'Umzug', processed: false })]);
    press(t('lending.closure.remove', { name: 'Messe' }));
    expect(said).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'Umzug' })]);
  });

  it('reports added and removed periods with a maximum duration', async () => {
    await show(<Lengths rows={[]} />);
    press(t('lending.lengths.add'));
    fireEvent.change(screen.getByLabelText(t('lending.rule.max_days')), { target: { value: '21' } });
    expect(said).toHaveBeenLastCalledWith([expect.objectContaining({ max_days: '21' })]);
    press(t('lending.lengths.remove', { number: 1 }));
    expect(said).toHaveBeenLastCalledWith([]);
  });
});
