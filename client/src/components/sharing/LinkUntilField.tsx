import { shiftDay, today } from '@fundus/contract/days';
import { LINK_DAYS } from '@fundus/contract/medialists/rules';
import { useT } from '../../i18n/translate.ts';
import { DateField } from '../forms/DateField.tsx';

/** Returns whether a link may end on this day. An empty day means the latest possible one. */
export function isLinkDay(until: string): boolean {
  const day = today(new Date());
  return until === '' || (until >= day && until <= shiftDay(day, LINK_DAYS));
}

/** Shows the field for the last day of a share link. */
export function LinkUntilField({ value, fits, onChange }: { value: string; fits: boolean; onChange: (until: string) => void }) {
  const { t } = useT();
  const day = today(new Date());
  return (
    <DateField
      label={t('share.until')}
      hint={t('list.links.until.hint', { count: LINK_DAYS })}
      min={day}
      max={shiftDay(day, LINK_DAYS)}
      value={value}
      error={fits ? null : t('list.links.until.wrong', { count: LINK_DAYS })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
