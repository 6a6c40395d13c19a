import type { Licence } from '@fundus/contract/licences/licences';
import { href } from '@fundus/contract/screens';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { RowCheckbox } from '../lists/SelectedRows.tsx';
import { SortHead } from '../lists/SortHead.tsx';
import type { Selection } from '../lists/use-selection.ts';
import { LicenceStateLabel } from './LicenceStateLabel.tsx';
import { SeatMeter } from './SeatMeter.tsx';
import { formatLicencePeriod } from './words.ts';
import './manage-licences.css';

/** Returns the address of the page of a licence. */
export const licenceHref = ({ id, medium }: Pick<Licence, 'id' | 'medium'>): string =>
  href('school-media-detail', { mediaId: medium.identifier, codeId: id });

/** Sortable columns with their titles. */
export const SORTABLE_COLUMNS = [
  ['title', 'licence.medium'],
  ['owner', 'licence.owner'],
  ['scope', 'licence.scope'],
  ['seats', 'licence.seats'],
  ['licensor', 'licence.licensor'],
  ['until', 'licence.runtime'],
] as const;

type Props = {
  rows: readonly Licence[];
  withOwner: boolean;
  selection: Selection<Licence>;
  sort: string;
  onSort: (sort: string) => void;
};

export function LicenceTable({ rows, withOwner, selection, sort, onSort }: Props) {
  const { t, locale } = useT();
  const columns = SORTABLE_COLUMNS.filter(([name]) => name !== 'owner' || withOwner);
  return (
    <table className="manage">
      <thead>
        <tr>
          {columns.map(([name, label]) => (
            <SortHead key={name} name={name} label={t(label)} sort={sort} onSort={onSort} />
          ))}
          <th scope="col">{t('licence.state')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((licence) => (
          <tr key={licence.id}>
            <th scope="row">
              <RowCheckbox row={licence} name={licence.medium.fn_titel} selection={selection} />
              <Link href={licenceHref(licence)}>{licence.medium.fn_titel}</Link>
            </th>
            {withOwner && <td data-label={t('licence.owner')}>{licence.owner.name}</td>}
            <td data-label={t('licence.scope')}>
              {t(`library.scope.${licence.scope}`)}
              {licence.audience !== 'all' && <span className="small-print">{t(`licence.only.${licence.audience}`)}</span>}
            </td>
            <td data-label={t('licence.seats')}>
              <SeatMeter {...licence} />
            </td>
            <td data-label={t('licence.licensor')} data-empty={!licence.licensor || undefined}>
              {licence.licensor || '–'}
            </td>
            <td data-label={t('licence.runtime')}>{formatLicencePeriod(licence, t, locale)}</td>
            <td data-label={t('licence.state')}>
              <LicenceStateLabel state={licence.state} hidden={licence.hidden} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
