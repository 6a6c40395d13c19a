import { PERSON_KINDS, people, STATE_FILTERS } from '@fundus/contract/people';
import type { School } from '@fundus/contract/schools';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileUp, UserCheck, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failed } from '../../components/Failed.tsx';
import { Pager } from '../../components/Pager.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { FindInAddress } from '../../components/FindInAddress.tsx';
import { PersonRow, type PersonStep } from './PersonRow.tsx';
import { kindOf, PAGE, sortOf, stateOf, type SchoolView } from './school-view.ts';
import { SortHead } from './SortHead.tsx';
import { SortSelect } from './SortSelect.tsx';

const PersonDialog = lazy(async () => ({ default: (await import('./PersonDialog.tsx')).PersonDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));

const SORTED = [
  ['name', 'people.name'],
  ['since', 'people.state'],
  ['last', 'people.last'],
] as const;

/** Counted so far on the server, and no further. */
const MOST = 10_000;

type Props = { school: School | null; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** People of a school, or without one of the whole district: found, let in, blocked, given rights. */
export function PeopleTab({ school, view, show }: Props) {
  const { t, locale } = useT();
  const [step, setStep] = useState<PersonStep | null>(null);
  const [importing, setImporting] = useState(false);
  const asked = { q: view.q, state: stateOf(view.state), kind: kindOf(view.kind), sort: sortOf(view.sort), school: school?.id ?? '' };
  const list = useQuery({
    ...query(people.list, { query: { ...asked, offset: (view.page - 1) * PAGE, limit: PAGE } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const reply = list.data;
  const total = Math.min(reply?.total ?? 0, MOST);
  return (
    <>
      {reply && reply.waiting > 0 && asked.state !== 'pending_approval' && (
        <p className="note">
          <UserCheck /> {t('people.waiting', { count: reply.waiting })}
          <Button variant="line" onClick={() => show({ state: 'pending_approval' })}>
            {t('people.waiting.show')}
          </Button>
        </p>
      )}
      <div className="school-bar">
        <FindInAddress label={t('people.find')} value={view.q} onFind={(q) => show({ q })} />
        <Select
          label={t('people.kind')}
          value={asked.kind}
          options={PERSON_KINDS.map((value) => ({ value, label: t(`people.kind.${value}`) }))}
          onChange={(kind) => show({ kind })}
        />
        <Select
          label={t('people.state')}
          value={asked.state}
          options={STATE_FILTERS.map((value) => ({ value, label: t(`people.state.${value}`) }))}
          onChange={(state) => show({ state })}
        />
        <SortSelect by={SORTED} sort={asked.sort} onSort={(sort) => show({ sort })} />
        {school && school.state !== 'closed' && (
          <div className="school-bar-end">
            <Button variant="line" icon={<FileUp />} onClick={() => setImporting(true)}>
              {t('people.import')}
            </Button>
          </div>
        )}
      </div>
      {list.error && !reply && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && !reply && (
        <Late>
          <Bar width="100%" height="20rem" />
        </Late>
      )}
      {reply && (
        <p className="quiet small school-count" role="status">
          {reply.total > MOST
            ? t('people.found.many', { number: formatNumber(MOST, locale) })
            : t('people.found', { count: reply.total, number: formatNumber(reply.total, locale) })}
        </p>
      )}
      {reply && reply.items.length > 0 && (
        <table className="rows people-rows">
          <thead>
            <tr>
              <SortHead name="name" label={t('people.name')} sort={asked.sort} onSort={(sort) => show({ sort })} />
              <th scope="col">{t('people.role')}</th>
              <SortHead name="since" label={t('people.state')} sort={asked.sort} onSort={(sort) => show({ sort })} />
              <SortHead name="last" label={t('people.last')} sort={asked.sort} onSort={(sort) => show({ sort })} />
              <th scope="col">
                <span className="sr">{t('people.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {reply.items.map((person) => (
              <PersonRow key={person.id} person={person} withSchool={school === null} onStep={setStep} />
            ))}
          </tbody>
        </table>
      )}
      {reply && reply.items.length === 0 && <EmptyState icon={<Users />} title={t('people.found.none')} />}
      {reply && (
        <Pager
          total={total}
          offset={reply.offset}
          limit={reply.limit}
          label={t('schools.tab.people')}
          onTurn={(offset) => show({ page: offset / PAGE + 1 })}
        />
      )}
      <Suspense>
        {step && <PersonDialog {...step} onClose={() => setStep(null)} />}
        {importing && school && <ImportDialog school={school} onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  );
}
