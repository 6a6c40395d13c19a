import type { UnitState } from '@fundus/contract/assignments/assignments';
import type { PackageUnit } from '@fundus/contract/files/packages';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import '../../../ui/button.css';
import './frame-viewer.css';

type Props = { units: readonly PackageUnit[]; states: Readonly<Record<string, UnitState>>; at: number; onPick: (at: number) => void };

/** Shows a select box for the units of a package, and buttons for the previous and next unit. */
export function UnitNavigation({ units, states, at, onPick }: Props) {
  const { t } = useT();
  const label = ({ id, title, group }: PackageUnit, i: number): string => {
    const status = states[id]?.status;
    const words = `${i + 1}. ${group ? `${group}: ` : ''}${title}`;
    return status && status !== 'incomplete' ? `${words} (${t(`player.unit.${status}`)})` : words;
  };
  return (
    <div className="unit-bar">
      <IconButton
        className="btn btn-icon"
        label={t('player.unit.previous')}
        icon={<ChevronLeft />}
        disabled={at === 0}
        onClick={() => onPick(at - 1)}
      />
      <Select
        className="unit-select"
        label={t('player.unit')}
        value={String(at)}
        options={units.map((unit, i) => ({ value: String(i), label: label(unit, i) }))}
        onChange={(value) => onPick(Number(value))}
      />
      <IconButton
        className="btn btn-icon"
        label={t('player.unit.next')}
        icon={<ChevronRight />}
        disabled={at === units.length - 1}
        onClick={() => onPick(at + 1)}
      />
    </div>
  );
}
