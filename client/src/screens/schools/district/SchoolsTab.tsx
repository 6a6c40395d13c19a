import { BarActions } from '../../../components/lists/BarActions.tsx';
import { SCHOOL_SORTS, SCHOOL_STATES, schools, type SchoolLine } from '@fundus/contract/schools/schools';
import { FileUp, Hash, ListPlus, LockOpen, MailPlus, Plus, School as SchoolIcon } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { call } from '../../../api/call.ts';
import { RowCheckbox, SelectedRows, type RowAction } from '../../../components/lists/SelectedRows.tsx';
import { useSelection, type Selection } from '../../../components/lists/use-selection.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { address } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { PAGE, viewHref, type SchoolView } from '../school-view.ts';
import { schoolErrorText } from '../problems.ts';
import { SortHead } from '../../../components/lists/SortHead.tsx';
import { SortSelect } from '../../../components/lists/SortSelect.tsx';
import '../../../components/lists/row-state.css';
import '../../../components/lists/rows.css';
import '../schools.css';
import { loadLater } from '../../../ui/load-later.tsx';

const NewSchool = loadLater(async () => (await import('./NewSchool.tsx')).NewSchool);
const SchoolImport = loadLater(async () => (await import('./SchoolImport.tsx')).SchoolImport);
const DistrictClassImport = loadLater(async () => (await import('../classes/DistrictClassImport.tsx')).DistrictClassImport);
const InviteAdministrators = loadLater(async () => (await import('./InviteAdministrators.tsx')).InviteAdministrators);
const PatternDialog = loadLater(async () => (await import('./PatternDialog.tsx')).PatternDialog);

const SORTED = [
  ['name', 'schools.field.name'],
  ['number', 'schools.field.number'],
  ['city', 'schools.field.city'],
  ['people', 'schools.people'],
] as const;
const STATES = ['all', ...SCHOOL_STATES] as const;

/** Open dialog, or `null`. */
type Open = 'new' | 'pattern' | 'import' | 'classes' | 'invite' | null;

/** Lists all schools of the district, which can be searched, sorted and exported. */
export function SchoolsTab({ view, show }: { view: SchoolView; show: (about: Partial<SchoolView>) => void }) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<Open>(null);
  const [invited, setInvited] = useState<readonly string[]>();
  const state = STATES.find((each) => each === view.state) ?? 'all';
  const sort = SCHOOL_SORTS.find((each) => each === view.sort) ?? 'name';
  const asked = { q: view.q, state, sort };
  const list = usePage(schools.list, { query: { ...asked, ...rowsOf(view.page, PAGE) } });
  const reply = list.data;
  const rows = reply?.items ?? [];
  const selection = useSelection(rows);
  const invite = (ids?: readonly string[]): void => {
    setInvited(ids);
    setOpen('invite');
  };
  const acts: RowAction<SchoolLine>[] = [
    {
      label: t('schools.resume'),
      icon: <LockOpen />,
      may: ({ state: is }) => is === 'suspended',
      run: ({ id, version }) => call(schools.state, { params: { id }, body: { to: 'active', version } }),
    },
  ];
  const found = reply && (
    <>
      {t('schools.found', { count: reply.total, number: formatNumber(reply.total, locale) })}
      {reply.sums.waiting > 0 && (
        <>
          {' · '}
          <Link href={viewHref({ tab: 'people', state: 'pending_approval' })}>
            {t('schools.waitingAll', { count: reply.sums.waiting })}
          </Link>
        </>
      )}
    </>
  );
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
          <SchoolButtons
            onOpen={setOpen}
            onInvite={() => invite()}
            exportTo={(wanted) => address(schools.export, { query: { ...asked, ...wanted } })}
          />
        </div>
      </div>
      {rows.length > 0 && (
        <SelectedRows
          rows={rows}
          selection={selection}
          nameOf={({ name }) => name}
          acts={acts}
          refreshes={[schools.list]}
          wordsOf={(error) => schoolErrorText(t, error)}
          count={found}
          others={
            selection.chosen.length > 0 && (
              <Button variant="line" icon={<MailPlus />} onClick={() => invite(selection.chosen.map(({ id }) => id))}>
                {t('schools.invite')}
              </Button>
            )
          }
        />
      )}
      <PagedList
        list={list}
        label={t('schools.tab.schools')}
        onPage={(page) => show({ page })}
        {...(rows.length === 0 && { count: () => found })}
        empty={
          <EmptyState icon={<SchoolIcon />} title={t('schools.found.none')}>
            {view.q === '' && state === 'all' && <p>{t('schools.first')}</p>}
          </EmptyState>
        }
      >
        {(reply) => <SchoolTable schools={reply.items} sort={sort} onSort={(next) => show({ sort: next })} selection={selection} />}
      </PagedList>
      <SchoolDialogs
        open={open}
        pattern={reply?.number_pattern ?? ''}
        invited={invited}
        onInvite={() => invite()}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

type ButtonsProps = {
  onOpen: (dialog: Open) => void;
  onInvite: () => void;
  exportTo: ComponentProps<typeof BarActions>['exportTo'];
};

/** Shows the actions that apply to the whole list. */
function SchoolButtons({ onOpen, onInvite, exportTo }: ButtonsProps) {
  const { t } = useT();
  return (
    <>
      <Button variant="primary" icon={<Plus />} onClick={() => onOpen('new')}>
        {t('schools.new')}
      </Button>
      <BarActions
        exportTo={exportTo}
        actions={[
          { label: t('schools.pattern'), icon: <Hash />, onSelect: () => onOpen('pattern') },
          { label: t('schools.import'), icon: <FileUp />, onSelect: () => onOpen('import') },
          { label: t('schools.classes.import'), icon: <ListPlus />, onSelect: () => onOpen('classes') },
          { label: t('schools.invite'), icon: <MailPlus />, onSelect: onInvite },
        ]}
      />
    </>
  );
}

type DialogsProps = {
  open: Open;
  /** Pattern that the numbers of new schools must match. */
  pattern: string;
  /** IDs of the schools whose administrators are invited. Defaults to all schools without an administrator. */
  invited: readonly string[] | undefined;
  onInvite: () => void;
  onClose: () => void;
};

function SchoolDialogs({ open, pattern, invited, onInvite, onClose }: DialogsProps) {
  if (open === 'new') return <NewSchool pattern={pattern} onClose={onClose} />;
  if (open === 'classes') return <DistrictClassImport onClose={onClose} />;
  if (open === 'import') return <SchoolImport onClose={onClose} onDone={onInvite} />;
  if (open === 'invite') return <InviteAdministrators {...(invited && { ids: invited })} onClose={onClose} />;
  return open === 'pattern' ? <PatternDialog pattern={pattern} onClose={onClose} /> : null;
}

type TableProps = {
  schools: readonly SchoolLine[];
  sort: string;
  onSort: (sort: string) => void;
  selection: Selection<SchoolLine>;
};

function SchoolTable({ schools: lines, sort, onSort, selection }: TableProps) {
  const { t } = useT();
  return (
    <table className="rows">
      <thead>
        <tr>
          {SORTED.map(([name, label]) => (
            <SortHead key={name} name={name} label={t(label)} sort={sort} onSort={onSort} />
          ))}
          <th scope="col">{t('schools.state')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.id} line={line} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ line, selection }: { line: SchoolLine; selection: Selection<SchoolLine> }) {
  const { t, locale } = useT();
  return (
    <tr>
      <th scope="row">
        <RowCheckbox row={line} name={line.name} selection={selection} />
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
