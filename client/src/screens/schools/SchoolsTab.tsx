import { SCHOOL_SORTS, SCHOOL_STATES, schools, type SchoolLine } from '@fundus/contract/schools';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Hash, Plus, School as SchoolIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failed } from '../../components/Failed.tsx';
import { Pager } from '../../components/Pager.tsx';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Select } from '../../ui/Select.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { FindInAddress } from '../../components/FindInAddress.tsx';
import { PAGE, viewHref, type SchoolView } from './school-view.ts';
import { SortHead } from './SortHead.tsx';
import { SortSelect } from './SortSelect.tsx';

const NewSchool = lazy(async () => ({ default: (await import('./NewSchool.tsx')).NewSchool }));
const PatternDialog = lazy(async () => ({ default: (await import('./PatternDialog.tsx')).PatternDialog }));

const SORTED = [
  ['name', 'schools.field.name'],
  ['number', 'schools.field.number'],
  ['city', 'schools.field.city'],
  ['people', 'schools.people'],
] as const;
const STATES = ['all', ...SCHOOL_STATES] as const;

/** All schools of the district: found, sorted, added, exported. */
export function SchoolsTab({ view, show }: { view: SchoolView; show: (about: Partial<SchoolView>) => void }) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<'new' | 'pattern' | null>(null);
  const state = STATES.find((each) => each === view.state) ?? 'all';
  const sort = SCHOOL_SORTS.find((each) => each === view.sort) ?? 'name';
  const asked = { q: view.q, state, sort };
  const list = useQuery({
    ...query(schools.list, { query: { ...asked, offset: (view.page - 1) * PAGE, limit: PAGE } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const reply = list.data;
  return (
    <>
      <div className="school-bar">
        <FindInAddress label={t('schools.find')} value={view.q} onFind={(q) => show({ q })} />
        <Select
          label={t('schools.state')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`schools.state.${value}`) }))}
          onChange={(next) => show({ state: next === 'all' ? '' : next })}
        />
        <SortSelect by={SORTED} sort={sort} onSort={(next) => show({ sort: next })} />
        <div className="school-bar-end">
          <Button icon={<Hash />} onClick={() => setOpen('pattern')}>
            {t('schools.pattern')}
          </Button>
          <ButtonLink icon={<Download />} href={`${schools.export.path}?${new URLSearchParams(asked)}`} download>
            {t('schools.export')}
          </ButtonLink>
          <Button variant="primary" icon={<Plus />} onClick={() => setOpen('new')}>
            {t('schools.new')}
          </Button>
        </div>
      </div>
      {list.error && !reply && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && !reply && (
        <Late>
          <Bar width="100%" height="20rem" />
        </Late>
      )}
      {reply && (
        <p className="quiet small school-count" role="status">
          {t('schools.found', { count: reply.total, number: formatNumber(reply.total, locale) })}
          {reply.sums.waiting > 0 && (
            <>
              {' · '}
              <Link href={viewHref({ tab: 'people', state: 'pending_approval' })}>
                {t('schools.waitingAll', { count: reply.sums.waiting })}
              </Link>
            </>
          )}
        </p>
      )}
      {reply && reply.items.length > 0 && (
        <table className="rows">
          <thead>
            <tr>
              {SORTED.map(([name, label]) => (
                <SortHead key={name} name={name} label={t(label)} sort={sort} onSort={(next) => show({ sort: next })} />
              ))}
              <th scope="col">{t('schools.state')}</th>
            </tr>
          </thead>
          <tbody>
            {reply.items.map((line) => (
              <Row key={line.id} line={line} />
            ))}
          </tbody>
        </table>
      )}
      {reply && reply.items.length === 0 && (
        <EmptyState icon={<SchoolIcon />} title={t('schools.found.none')}>
          {view.q === '' && state === 'all' && <p>{t('schools.first')}</p>}
        </EmptyState>
      )}
      {reply && <Pager {...reply} label={t('schools.tab.schools')} onTurn={(offset) => show({ page: offset / PAGE + 1 })} />}
      <Suspense>
        {open === 'new' && <NewSchool pattern={reply?.number_pattern ?? ''} onClose={() => setOpen(null)} />}
        {open === 'pattern' && <PatternDialog pattern={reply?.number_pattern ?? ''} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

function Row({ line }: { line: SchoolLine }) {
  const { t, locale } = useT();
  return (
    <tr>
      <th scope="row">
        <Link href={viewHref({ id: line.id })}>{line.name}</Link>
        {line.waiting > 0 && (
          <Link className="waiting-chip" href={viewHref({ id: line.id, tab: 'people', state: 'pending_approval' })}>
            {t('schools.waiting', { count: line.waiting })}
          </Link>
        )}
        {line.kind && !line.name.toLowerCase().includes(line.kind.toLowerCase()) && <span className="small-print">{line.kind}</span>}
      </th>
      <td className="num" data-label={t('schools.field.number')}>
        {line.number}
      </td>
      <td data-label={t('schools.field.city')}>{line.city || '–'}</td>
      <td className="num" data-label={t('schools.people')}>
        {formatNumber(line.people, locale)}
        {line.administrators === 0 && line.state !== 'closed' && <span className="small-print warn">{t('schools.noAdmin')}</span>}
      </td>
      <td data-label={t('schools.state')}>
        <span className={`row-state row-state-${line.state}`}>{t(`schools.state.${line.state}`)}</span>
        {line.state === 'closing' && line.closes_on && <span className="small-print">{formatDate(line.closes_on, 'short', locale)}</span>}
      </td>
    </tr>
  );
}
