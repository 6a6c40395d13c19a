import type { LicenceState } from '@fundus/contract/licences/licences';
import { Ban, CalendarClock, CalendarX2, CircleCheck, EyeOff, Hourglass, type LucideIcon } from 'lucide-react';
import { useT } from '../../i18n/translate.ts';
import '../media/licence-badge.css';

const SIGNS: Record<LicenceState, { icon: LucideIcon; tone: '' | 'good' | 'warn' | 'bad' }> = {
  upcoming: { icon: Hourglass, tone: '' },
  active: { icon: CircleCheck, tone: 'good' },
  expiring: { icon: CalendarClock, tone: 'warn' },
  grace: { icon: CalendarX2, tone: 'bad' },
  expired: { icon: CalendarX2, tone: 'bad' },
  withdrawn: { icon: Ban, tone: 'bad' },
};

/** Shows the state of a licence as icon and text. */
export function LicenceStateLabel({ state, hidden = false }: { state: LicenceState; hidden?: boolean }) {
  const { t } = useT();
  const { icon: Icon, tone } = hidden ? { icon: EyeOff, tone: 'warn' } : SIGNS[state];
  return (
    <span className={`state ${tone}`}>
      <Icon className="i-16" />
      {hidden ? t('licence.state.hidden') : t(`licence.state.${state}`)}
    </span>
  );
}
