import { today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { dateLocale } from '@fundus/contract/locale';
import { DEADLINE_DAYS, DEADLINE_KINDS, type Deadline } from '@fundus/contract/schools/calendar';
import { schools, type School } from '@fundus/contract/schools/schools';
import { CalendarCheck, CalendarPlus, School as SchoolIcon } from 'lucide-react';
import { useState } from 'react';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';
import { CalendarRow } from './CalendarRow.tsx';
import { CalendarSchool } from './CalendarSchool.tsx';
import type { SchoolView } from '../school-view.ts';
import './calendar.css';
import '../schools.css';

const PAGE = 25;

type Props = { school: School | null; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Lists the end dates of a school or of the whole district by month (docs/behaviour/licences.md#calendar). */
export function CalendarTab({ school, view, show }: Props) {
  const { t, locale } = useT();
  const { user } = useSession();
  const [open, setOpen] = useState<'feed' | 'school' | null>(null);
  const kind = DEADLINE_KINDS.find((each) => each === view.kind) ?? '';
  const days = DEADLINE_DAYS.find((each) => each === view.state) ?? '';
  const month = view.from.slice(0, 7);
  const list = usePage(schools.ends, { query: { school: school?.id ?? '', kind, days, month, ...rowsOf(view.page, PAGE) } });
  const nameOf = monthNames(locale);
  const filtered = kind !== '' || days !== '' || month !== '';
  // The feed is offered only for dates that the user manages.
  const own = user && (school === null || user.school_id === school.id);
  return (
    <>
      <p className="quiet school-about">{t(school ? 'schools.calendar.about' : 'schools.calendar.about.district')}</p>
      <div className="school-bar">
        <EndFilters days={days} kind={kind} month={month} found={list.data} show={show} />
        <div className="school-bar-end">
          {!school && (
            <Button flush="phone" icon={<SchoolIcon />} onClick={() => setOpen('school')}>
              {t('schools.calendar.school')}
            </Button>
          )}
          {own && (
            <Button flush="phone" icon={<CalendarPlus />} onClick={() => setOpen('feed')}>
              {t('schools.calendar.feed')}
            </Button>
          )}
        </div>
      </div>
      <PagedList
        list={list}
        label={t('schools.tab.calendar')}
        onPage={(page) => show({ page })}
        count={(reply) => t('schools.calendar.found', { count: reply.total })}
        empty={
          <EmptyState icon={<CalendarCheck />} title={t(filtered ? 'schools.calendar.none.filtered' : 'schools.calendar.none')}>
            <p>{t(filtered ? 'schools.calendar.none.filtered.hint' : 'schools.calendar.none.hint')}</p>
          </EmptyState>
        }
      >
        {({ items }) => (
          <>
            {groupByMonth(items).map(({ key, ends }) => (
              <section key={key} className="calendar-month">
                <h2>{key === 'overdue' ? t('schools.calendar.overdue') : nameOf(key)}</h2>
                <ul className="lines">
                  {ends.map((end) => (
                    <CalendarRow
                      key={[end.kind, end.id, end.deleted, end.on, end.school?.id].join()}
                      end={end}
                      named={school === null}
                      viewId={view.id}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </PagedList>
      {open === 'feed' && <CalendarFeed district={school === null} onClose={() => setOpen(null)} />}
      {open === 'school' && <CalendarSchool onChoose={(id) => show({ id, tab: 'calendar' })} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Returns a function that returns the name of a month such as `2026-11`. */
function monthNames(locale: string): (month: string) => string {
  const long = new Intl.DateTimeFormat(dateLocale(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (month) => long.format(new Date(`${month}-01T00:00:00Z`));
}

type FilterProps = {
  days: string;
  kind: string;
  /** Month such as `2026-11`, or an empty string for all months. */
  month: string;
  found: Reply<typeof schools.ends> | undefined;
  show: Props['show'];
};

/** Shows the filters by period, kind and month with the number of matching end dates. */
function EndFilters({ days, kind, month, found, show }: FilterProps) {
  const { t, locale } = useT();
  const { months = [], soon } = found ?? {};
  const nameOf = monthNames(locale);
  return (
    <>
      <Select
        label={t('schools.calendar.within')}
        value={days}
        options={[
          { value: '', label: t('schools.calendar.within.all') },
          ...DEADLINE_DAYS.map((value) => ({
            value,
            label: [
              t('schools.calendar.within.days', { count: Number(value) }),
              soon && value !== '365' && `(${formatNumber(value === '30' ? soon.in30 : soon.in90, locale)})`,
            ]
              .filter(Boolean)
              .join(' '),
          })),
        ]}
        onChange={(state) => show({ state, from: '' })}
      />
      <Select
        label={t('schools.calendar.kind')}
        value={kind}
        options={[
          { value: '', label: t('schools.calendar.kind.all') },
          ...DEADLINE_KINDS.map((value) => ({ value, label: t(`schools.calendar.kind.${value}`) })),
        ]}
        onChange={(next) => show({ kind: next, from: '' })}
      />
      <Select
        label={t('schools.calendar.month')}
        value={months.some((each) => each.month === month) ? month : ''}
        options={[
          { value: '', label: t('schools.calendar.month.all') },
          ...months.map((each) => ({ value: each.month, label: `${nameOf(each.month)} (${formatNumber(each.count, locale)})` })),
        ]}
        onChange={(next) => show({ from: next && `${next}-01` })}
      />
    </>
  );
}

/** Groups sorted end dates by month. Overdue ones form their own group. */
function groupByMonth(items: readonly Deadline[]): { key: string; ends: Deadline[] }[] {
  const day = today(new Date());
  const groups: { key: string; ends: Deadline[] }[] = [];
  for (const end of items) {
    const key = end.on < day ? 'overdue' : end.on.slice(0, 7);
    const last = groups.at(-1);
    if (last?.key === key) last.ends.push(end);
    else groups.push({ key, ends: [end] });
  }
  return groups;
}
