import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import { CalendarClock, CalendarX2, CircleAlert, CircleCheck, EyeOff, FileX2, Lock, PackageOpen, type LucideIcon } from 'lucide-react';
import { href } from '@fundus/contract/screens';
import { formatDate } from '../../i18n/format.ts';
import { typeName } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import { isNotLent } from './card-state.ts';
import { licenceState, type LicenceState } from './licence-state.ts';
import './licence-badge.css';

const SIGNS: Record<LicenceState['kind'], { icon: LucideIcon; tone: '' | 'good' | 'warn' | 'bad' }> = {
  none: { icon: Lock, tone: '' },
  draft: { icon: EyeOff, tone: '' },
  offline: { icon: PackageOpen, tone: '' },
  empty: { icon: FileX2, tone: '' },
  expired: { icon: CalendarX2, tone: 'bad' },
  ends: { icon: CalendarClock, tone: 'warn' },
  full: { icon: CircleAlert, tone: 'warn' },
  seats: { icon: CircleCheck, tone: 'good' },
};

/** Shows the state of the licence, or nothing if the medium is available without restrictions. */
export function LicenceBadge({ item }: { item: MediaItem }) {
  const { t, locale } = useT();
  const session = useSession();
  // A medium that opens on a screen and is also lent links to the booking, too.
  const state = licenceState(item, today(new Date())) ?? (item.can.borrow ? { kind: 'offline' as const } : null);
  if (!state) return null;
  const { icon: Icon, tone } = SIGNS[state.kind];
  const borrow = state.kind === 'offline' && item.can.borrow;
  const kind = state.kind === 'offline' && isNotLent(item, session) ? 'notLent' : state.kind;
  return (
    <p className={`state ${tone}`}>
      <Icon className="i-16" />
      {borrow
        ? typeName(item.fn_typ)
        : t(kind === 'none' && !session.user ? 'card.licence.guest' : `card.licence.${kind}`, {
            date: 'date' in state ? formatDate(state.date, 'short', locale) : '',
            count: 'count' in state ? state.count : 0,
            type: typeName(item.fn_typ),
          })}
      {borrow && (
        <Link
          className="state-borrow"
          href={href('tech-rental', {}, { medium: item.identifier })}
          aria-label={t('card.borrow.titled', { title: item.fn_titel })}
        >
          {t('card.borrow')}
        </Link>
      )}
    </p>
  );
}
