import { daysBetween, today } from '@fundus/contract/days';
import type { Deadline } from '@fundus/contract/schools/calendar';
import { href } from '@fundus/contract/screens';
import { useState, type ReactNode } from 'react';
import { LicenceLoss } from '../../../components/licences/LicenceLoss.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { viewHref } from '../school-view.ts';
import './calendar.css';

const SOON = 30;

type Props = { end: Deadline; /** True if the row shows the name of the school. */ named: boolean; viewId: string };

/** Shows an end date with links. For a licence, the row can also show what depends on it. */
export function CalendarRow({ end, named, viewId }: Props) {
  const { t, locale } = useT();
  const [open, setOpen] = useState(false);
  const { kind, on, school, by_district } = end;
  const left = daysBetween(today(new Date()), on);
  const loses = kind === 'licence' && end.can.open;
  const owner = by_district || (named && !school) ? t('schools.calendar.of.district') : named && school ? school : null;
  return (
    <li className="calendar-row">
      <time className="calendar-day" dateTime={on}>
        {formatDate(on, 'short', locale)}
      </time>
      <div className="calendar-what">
        <Title end={end} viewId={viewId} />
        <span className="small-print">
          {t(`schools.calendar.kind.${kind}`)}
          {owner && ' · '}
          {owner && typeof owner === 'object' ? <Link href={viewHref({ id: owner.id, tab: 'calendar' })}>{owner.name}</Link> : owner}
        </span>
      </div>
      <span className="calendar-left" data-soon={(left <= SOON && kind !== 'deletion') || undefined}>
        {left < 0
          ? t('schools.calendar.days.over', { count: -left })
          : left === 0
            ? t('schools.calendar.days.today')
            : t('schools.calendar.days', { count: left })}
      </span>
      {loses && (
        <Button
          flush="phone"
          aria-expanded={open}
          aria-label={t('schools.calendar.loss.of', { title: end.title })}
          onClick={() => setOpen(!open)}
        >
          {t('schools.calendar.loss')}
        </Button>
      )}
      {loses && (
        <div role="status" className="calendar-loss">
          {open && <LicenceLoss id={end.id!} />}
        </div>
      )}
    </li>
  );
}

/** Links the title to the licence, order or budget. Pending deletions link to the tab that contains the data. */
function Title({ end, viewId }: { end: Deadline; viewId: string }): ReactNode {
  const { t, locale } = useT();
  const { config } = useSession();
  const { kind, id, title, identifier, cents, whole, count, deleted, can, school } = end;
  const money = (amount: number | null): string => formatMoney(amount ?? 0, locale);
  if (kind === 'licence')
    return (
      <Link href={can.open ? href('school-media-detail', { mediaId: identifier!, codeId: id! }) : href('media', { id: identifier! })}>
        {title}
      </Link>
    );
  if (kind === 'package')
    return <Link href={href('library', { tab: 'licences' }, { view: 'manage' })}>{t('schools.calendar.package', { title, count })}</Link>;
  if (kind === 'budget') {
    const words =
      (cents ?? 0) < 0
        ? t('schools.calendar.budget.over', { over: money(-(cents ?? 0)), whole: money(whole) })
        : t('schools.calendar.budget', { left: money(cents), whole: money(whole) });
    return config.LinkToMP ? <Link href={href('marketplace', {}, { tab: 'orders', all: '1' })}>{words}</Link> : words;
  }
  if (kind === 'invoice' || kind === 'order')
    return (
      <Link href={href('purchase-confirmed', {}, { order: id! })}>
        {t(`schools.calendar.${kind}`, { number: title, total: money(cents) })}
      </Link>
    );
  const words = t(`schools.calendar.deleted.${deleted!}`, { count });
  if (deleted === 'orders' || deleted === 'trials')
    return config.LinkToMP ? <Link href={href('marketplace', {}, { tab: 'orders', all: '1' })}>{words}</Link> : words;
  // Class links work only in the user's own school. In the district, the row links to the list of schools.
  return (
    <Link
      href={viewHref({
        id: viewId || (school ? school.id : ''),
        ...(deleted === 'classes' || deleted === 'codes'
          ? { tab: 'classes' as const }
          : deleted === 'accounts'
            ? { tab: 'people' as const }
            : {}),
      })}
    >
      {words}
    </Link>
  );
}
