import { isSchoolAdmin } from '@fundus/contract/access';
import { PERSON_KINDS, people, STATE_FILTERS, type PersonEntry } from '@fundus/contract/people/people';
import type { School } from '@fundus/contract/schools/schools';
import { Ban, FileUp, KeyRound, LockOpen, UserCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { SelectedRows, type RowAction } from '../../../components/lists/SelectedRows.tsx';
import { useSelection, type Selection } from '../../../components/lists/use-selection.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { Link } from '../../../ui/Link.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { BarActions } from '../../../components/lists/BarActions.tsx';
import { address, call } from '../../../api/call.ts';
import { personEntryName, PEOPLE_READS, PersonRow, type PersonStep } from './PersonRow.tsx';
import { schoolErrorText } from '../problems.ts';
import { ClassSelect } from './ClassSelect.tsx';
import { parsePersonKind, PAGE, parsePersonSort, stateOf, viewHref, type SchoolView } from '../school-view.ts';
import { SortHead } from '../../../components/lists/SortHead.tsx';
import { SortSelect } from '../../../components/lists/SortSelect.tsx';
import { InviteStaff, StaffInvitations } from './StaffInvitations.tsx';
import '../../../components/lists/rows.css';
import '../schools.css';
import { loadLater } from '../../../ui/load-later.tsx';

const ConfirmPersonAction = loadLater(async () => (await import('./ConfirmPersonAction.tsx')).ConfirmPersonAction);
const StaffImport = loadLater(async () => (await import('../StaffImport.tsx')).StaffImport);
const ImportDialog = loadLater(async () => (await import('./ImportDialog.tsx')).ImportDialog);

const SORTED = [
  ['name', 'people.name'],
  ['since', 'people.state'],
  ['last', 'people.last'],
] as const;

/** Maximum total that the server counts exactly. */
const MAX = 10_000;

type Props = { school: School | null; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Lists the people of a school or of the whole district, with actions to approve, block and change them. */
export function PeopleTab({ school, view, show }: Props) {
  const { t, locale } = useT();
  const [step, setStep] = useState<PersonStep | null>(null);
  const [importing, setImporting] = useState<'people' | 'staff' | null>(null);
  const { user } = useSession();
  const asked = {
    q: view.q,
    state: stateOf(view.state),
    kind: parsePersonKind(view.kind),
    sort: parsePersonSort(view.sort),
    school: school?.id ?? '',
  };
  // District staff may not see classes.
  const ownSchool = school && user && user.school_id === school.id && isSchoolAdmin(user) ? school.id : null;
  const inClass = ownSchool && view.class ? { class: view.class } : {};
  const list = usePage(people.list, { query: { ...asked, ...inClass, ...rowsOf(view.page, PAGE) } });
  const reply = list.data;
  const rows = reply?.items ?? [];
  const selection = useSelection(rows);
  const acts = usePeopleActs();
  const total = reply?.total ?? 0;
  const found = (
    <>
      {total > MAX
        ? t('people.found.many', { number: formatNumber(MAX, locale) })
        : t('people.found', { count: total, number: formatNumber(total, locale) })}
      {reply && reply.waiting > 0 && asked.state !== 'pending_approval' && (
        <>
          {' · '}
          <Link href={viewHref({ ...view, state: 'pending_approval', page: 1 })}>{t('schools.waitingAll', { count: reply.waiting })}</Link>
        </>
      )}
    </>
  );
  const actions = (
    <div className="school-bar-end">
      {!school && <InviteStaff />}
      <BarActions
        exportTo={(wanted) => address(people.exportList, { query: { ...asked, ...inClass, ...wanted } })}
        menu={!school}
        actions={
          school?.state === 'closed'
            ? []
            : [
                {
                  label: t(school ? 'people.import' : 'people.import.title'),
                  icon: <FileUp />,
                  onSelect: () => setImporting('people'),
                },
                ...(school ? [] : [{ label: t('invitations.staff.import'), icon: <FileUp />, onSelect: () => setImporting('staff') }]),
              ]
        }
      />
    </div>
  );
  // On phones the menu of a school fits beside the search field.
  const besideSearch = usePhone() && school !== null;
  return (
    <>
      <div className="school-bar">
        <FindInAddress label={t('people.find')} value={view.q} onFind={(q) => show({ q })} />
        {besideSearch && actions}
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
        {ownSchool && <ClassSelect school={ownSchool} value={view.class} onChange={(id) => show({ class: id })} />}
        <SortSelect by={SORTED} sort={asked.sort} onSort={(sort) => show({ sort })} />
        {!besideSearch && actions}
      </div>
      {!school && <StaffInvitations />}
      {rows.length > 0 && (
        <SelectedRows
          rows={rows}
          selection={selection}
          nameOf={personEntryName}
          acts={acts}
          refreshes={PEOPLE_READS}
          wordsOf={(error) => schoolErrorText(t, error)}
          count={found}
        />
      )}
      <PagedList
        list={list}
        label={t('schools.tab.people')}
        onPage={(page) => show({ page })}
        {...(rows.length === 0 && { count: () => found })}
        most={MAX}
        empty={<EmptyState icon={<Users />} title={t('people.found.none')} />}
      >
        {(reply) => (
          <PeopleTable
            people={reply.items}
            withSchool={school === null}
            sort={asked.sort}
            onSort={(sort) => show({ sort })}
            selection={selection}
            onStep={setStep}
          />
        )}
      </PagedList>
      {step && <ConfirmPersonAction {...step} onClose={() => setStep(null)} />}
      {importing === 'people' && <ImportDialog school={school} onClose={() => setImporting(null)} />}
      {importing === 'staff' && <StaffImport onClose={() => setImporting(null)} />}
    </>
  );
}

/** Returns the bulk actions for selected people. */
function usePeopleActs(): RowAction<PersonEntry>[] {
  const { t } = useT();
  const undo = useDecisionUndo({ refreshes: PEOPLE_READS });
  return [
    {
      label: t('people.approve'),
      icon: <UserCheck />,
      may: ({ can }) => can.approve,
      run: ({ id, version }) => call(people.approve, { params: { id }, body: { version } }),
      undo: (rows) =>
        undo(
          people.undoDecision,
          rows.map(({ id }) => ({ params: { id } })),
        ),
    },
    {
      label: t('people.sendLink'),
      icon: <KeyRound />,
      may: ({ can }) => can.sendLink,
      run: ({ id }) => call(people.sendLink, { params: { id } }),
    },
    {
      label: t('people.block'),
      icon: <Ban />,
      may: ({ can }) => can.block,
      run: ({ id, version }) => call(people.block, { params: { id }, body: { version } }),
      ask: (count) => t('people.block.many', { count }),
    },
    {
      label: t('people.unblock'),
      icon: <LockOpen />,
      may: ({ can }) => can.unblock,
      run: ({ id, version }) => call(people.unblock, { params: { id }, body: { version } }),
    },
  ];
}

type TableProps = {
  people: readonly PersonEntry[];
  /** True if the list contains people of more than one school. */
  withSchool: boolean;
  sort: string;
  onSort: (sort: string) => void;
  selection: Selection<PersonEntry>;
  onStep: (step: PersonStep) => void;
};

function PeopleTable({ people: rows, withSchool, sort, onSort, selection, onStep }: TableProps) {
  const { t } = useT();
  return (
    <table className="rows people-rows">
      <thead>
        <tr>
          <SortHead name="name" label={t('people.name')} sort={sort} onSort={onSort} />
          <th scope="col">{t('people.role')}</th>
          <SortHead name="since" label={t('people.state')} sort={sort} onSort={onSort} />
          <SortHead name="last" label={t('people.last')} sort={sort} onSort={onSort} />
          <th scope="col">
            <span className="sr">{t('people.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((person) => (
          <PersonRow key={person.id} person={person} withSchool={withSchool} selection={selection} onStep={onStep} />
        ))}
      </tbody>
    </table>
  );
}
