import type { Licence } from '@fundus/contract/licences/licences';
import { useT } from '../../i18n/translate.ts';
import './licences.css';
import { hasAssignedSeats, seatsText } from './words.ts';

type Props = Pick<Licence, 'seats' | 'taken' | 'in_use' | 'scope' | 'owner' | 'share'>;

/**
 * Shows how many seats are assigned and used, with a bar if their number is limited. Licences without individual seats, including a school's share,
 * are described as valid for all users.
 */
export function SeatMeter(licence: Props) {
  const { t } = useT();
  const { seats, taken, in_use, share } = licence;
  if (share) return <span>{seats > 0 ? t('licence.share.seats', { count: seats }) : t('licence.everybody')}</span>;
  if (!hasAssignedSeats(licence)) return <span>{seats > 0 ? t('licence.everybody.upTo', { count: seats }) : t('licence.everybody')}</span>;
  return (
    <span className="seat-meter">
      <span>{seatsText({ seats, taken }, t)}</span>
      {seats > 0 && (
        <span className="seat-bar" aria-hidden="true">
          <span data-seats="used" style={{ inlineSize: `${(in_use / seats) * 100}%` }} />
          <span data-seats="given" style={{ inlineSize: `${((taken - in_use) / seats) * 100}%` }} />
        </span>
      )}
      {taken > 0 && <span className="small-print">{t('licence.inUse', { count: in_use })}</span>}
    </span>
  );
}
