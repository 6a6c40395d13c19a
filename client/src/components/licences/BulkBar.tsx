import type { LicenceSelection } from '@fundus/contract/licences/bulk';
import type { Licence } from '@fundus/contract/licences/licences';
import { Ban, CalendarPlus, Eye, EyeOff, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import type { Selection } from '../lists/use-selection.ts';
import type { BulkAction } from './BulkChange.tsx';
import type { ListQuery } from './LicenceFilters.tsx';
import './bulk.css';
import '../../ui/fields/field.css';

const BulkChange = loadLater(async () => (await import('./BulkChange.tsx')).BulkChange);

const ACTS = [
  ['extend', <CalendarPlus />],
  ['change', <SquarePen />],
  ['hide', <EyeOff />],
  ['show', <Eye />],
  ['withdraw', <Ban />],
] as const;

/** Checks by bulk action whether a licence allows it. The server's preview has the final say. */
const MAY: Record<BulkAction, (licence: Licence) => boolean> = {
  extend: ({ can }) => can.edit,
  change: ({ can }) => can.edit || can.price,
  hide: ({ can, hidden }) => can.hide && !hidden,
  show: ({ can, hidden }) => can.hide && hidden,
  withdraw: ({ can }) => can.withdraw,
};

type Props = { rows: readonly Licence[]; total: number; filter: ListQuery; selection: Selection<Licence> };

/** Shows the bulk actions and the number of selected licences, or of all licences that match the filter. */
export function BulkBar({ rows, total, filter, selection }: Props) {
  const { t, locale } = useT();
  const [everything, setEverything] = useState<string | null>(null);
  const [act, setAct] = useState<BulkAction | null>(null);
  const { chosen } = selection;
  // "Select all matches" applies only to the current filter.
  const key = JSON.stringify(filter);
  const all = everything === key && chosen.length === rows.length;
  // Deselecting one licence cancels the selection of all matches.
  if (everything !== null && !all) setEverything(null);
  const concerned = all ? rows : chosen;
  const asked: LicenceSelection = all ? { filter } : { ids: chosen.map(({ id }) => id) };
  const clear = () => {
    setEverything(null);
    setAct(null);
    selection.clear();
  };
  return (
    <div className="bulk-bar" role="group" aria-label={t('licence.bulk')}>
      <label className="check">
        <input
          type="checkbox"
          checked={chosen.length === rows.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < rows.length;
          }}
          onChange={selection.toggleAll}
        />
        <span>
          {chosen.length === 0
            ? t('licence.bulk.choose')
            : all
              ? t('licence.bulk.all', { count: total, number: formatNumber(total, locale) })
              : t('rows.chosen', { count: chosen.length })}
        </span>
      </label>
      {chosen.length > 0 && !all && total > chosen.length && (
        <Button
          onClick={() => {
            if (chosen.length < rows.length) selection.toggleAll();
            setEverything(key);
          }}
        >
          {t('licence.bulk.chooseAll', { count: total, number: formatNumber(total, locale) })}
        </Button>
      )}
      {chosen.length > 0 &&
        ACTS.filter(([name]) => all || concerned.some(MAY[name])).map(([name, icon]) => (
          <Button key={name} variant="line" icon={icon} onClick={() => setAct(name)}>
            {t('rows.act', { label: t(`licence.bulk.act.${name}`), count: all ? total : concerned.filter(MAY[name]).length })}
          </Button>
        ))}
      {act && <BulkChange act={act} selection={asked} onDone={clear} onClose={() => setAct(null)} />}
    </div>
  );
}
