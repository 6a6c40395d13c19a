import { isSchoolAdmin, isStudent } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import { medialists, type ListLine, type ListScope } from '@fundus/contract/medialists/medialists';
import { ArchiveRestore, ListVideo, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { formatDate } from '../../i18n/format.ts';
import { subjectOptions } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { FindInAddress } from '../lists/FindInAddress.tsx';
import { PagedList } from '../lists/PagedList.tsx';
import { rowsOf, usePage } from '../lists/use-page.ts';
import { MediaSkeleton } from '../media/MediaSkeleton.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import type { Go } from '../page/screen.ts';
import { aboutList } from './about-list.ts';
import { listHref } from './list-href.ts';
import { ListRow } from './ListRow.tsx';
import { OVERVIEW_STATES, type Overview } from './overview-view.ts';
import { LIST_READS, showError } from './reads.ts';
import { visibilitiesFor } from './visibilities.ts';
import '../lists/shelf.css';
import './lists-overview.css';
import { loadLater } from '../../ui/load-later.tsx';

const NewListDialog = loadLater(async () => (await import('./NewListDialog.tsx')).NewListDialog);

const PAGE = 24;

type Props = {
  view: Overview;
  hrefOf: (view: Overview) => string;
  go: Go;
  /** Renders links that switch between the scopes. */
  switcher: (scopes: readonly ListScope[], hrefOfScope: (scope: ListScope) => string) => ReactNode;
  /** True to show the switch beside the filters instead of above them. */
  inBar?: boolean;
};

/** Shows the media lists of a scope with search, filters for subject and state, and a button for a new list. */
export function ListsOverview({ view, hrefOf, go, switcher, inBar = false }: Props) {
  const { t, locale } = useT();
  const { user } = useSession();
  const [making, setMaking] = useState(false);
  const { scope, state, subject, q, page } = view;
  const list = usePage(medialists.list, { query: { scope, state, subject, q, ...rowsOf(page, PAGE) } });
  const reply = list.data;
  // The available scopes arrive with the first page, so everything above the list is shown only then, to avoid a layout shift.
  const [stands, setStands] = useState(false);
  if ((reply || list.error) && !stands) setStands(true);
  const show = (about: Partial<Overview>) => go(hrefOf({ ...view, page: 1, ...about }), { replace: true });
  const pupil = Boolean(user && isStudent(user));
  const creates = scope === 'editorial' ? (reply?.can.editorial ?? false) : scope === 'mine' && (reply?.can.create ?? false);
  const states = statesOf(scope, { administers: Boolean(user && isSchoolAdmin(user)), editorial: reply?.can.editorial ?? false });
  const visibilities = visibilitiesFor(reply?.can.editorial ?? false);
  const filtered = q !== '' || subject !== '';
  const subjects = subjectOptions(locale);
  const scopes = stands && switcher(reply?.scopes ?? [scope], (other) => hrefOf({ ...view, scope: other, state: 'active', page: 1 }));
  return (
    <>
      {!inBar && scopes}
      {stands && scope !== 'released' && (
        <div className="lists-bar">
          <FindInAddress key={scope} label={t('lists.find')} value={q} onFind={(words) => show({ q: words })} />
          {creates && (
            <Button variant="primary" icon={<Plus />} onClick={() => setMaking(true)}>
              {t('list.new')}
            </Button>
          )}
          {inBar && scopes}
          <Select
            className="lists-subject"
            label={t('lists.subject')}
            value={subject}
            options={[{ value: '', label: t('lists.subject.all') }, ...subjects]}
            onChange={(code) => show({ subject: code })}
          />
          {states.length > 1 && (
            <Select
              label={t('lists.state')}
              value={state}
              options={states.map((value) => ({ value, label: t(`lists.state.${value}`) }))}
              onChange={(value) => show({ state: value })}
            />
          )}
        </div>
      )}
      <PagedList
        list={list}
        label={t('lists.title')}
        onPage={(next) => show({ page: next })}
        waiting={<MediaSkeleton count={4} view="list" />}
        {...(filtered && { count: ({ total }: { total: number }) => t('lists.count', { count: total }) })}
        empty={<NoLists scope={scope} state={state} filtered={filtered} pupil={pupil} onNew={creates ? () => setMaking(true) : null} />}
      >
        {({ items }) => (
          <ul className="lines shelf">
            {items.map((line) => (
              <Line key={line.id} line={line} pupil={pupil} />
            ))}
          </ul>
        )}
      </PagedList>
      {making && (
        <NewListDialog
          visibilities={scope === 'editorial' ? ['editorial'] : visibilities}
          onClose={() => setMaking(false)}
          onMade={({ id }) => go(listHref(id))}
        />
      )}
    </>
  );
}

/** Returns the states that the user can filter by. Only users who manage archived and deleted lists see these states. */
function statesOf(scope: ListScope, { administers, editorial }: { administers: boolean; editorial: boolean }) {
  const all = scope === 'mine' || (scope === 'school' && administers) || (scope === 'editorial' && editorial);
  if (all) return OVERVIEW_STATES;
  return scope === 'shared' ? OVERVIEW_STATES.slice(0, 2) : [];
}

type NoneProps = { scope: ListScope; state: Overview['state']; filtered: boolean; pupil: boolean; onNew: (() => void) | null };

function NoLists({ scope, state, filtered, pupil, onNew }: NoneProps) {
  const { t } = useT();
  const kind = filtered ? 'found' : state !== 'active' ? state : scope === 'mine' && pupil ? 'pupil' : scope;
  return (
    <EmptyState icon={<ListVideo />} title={t(`lists.none.${kind}`)}>
      <p>{t(`lists.none.${kind}.hint`)}</p>
      {onNew && !filtered && state === 'active' && (
        <Button variant="line" icon={<Plus />} onClick={onNew}>
          {t('list.new')}
        </Button>
      )}
    </EmptyState>
  );
}

function Line({ line, pupil }: { line: ListLine; pupil: boolean }) {
  const { t, locale } = useT();
  const deleted = line.state === 'deleted';
  const manages = line.role === 'owner' || line.role === 'administrator' || line.role === 'district';
  return (
    <ListRow
      id={line.id}
      title={line.title}
      cover={line.cover}
      subjects={line.subjects.map(({ code }) => code)}
      facts={aboutList(line, t, locale, { pupil, day: today(new Date()) })}
      closed={deleted}
      actions={manages && (deleted || line.state === 'archived') ? <Restore line={line} /> : undefined}
    >
      {line.restore_until && (
        <p className="quiet small">{t('lists.deleted.until', { date: formatDate(line.restore_until, 'short', locale) })}</p>
      )}
    </ListRow>
  );
}

function Restore({ line: { id, title, state } }: { line: ListLine }) {
  const { t } = useT();
  const restore = useCall(medialists.restore, LIST_READS);
  return (
    <Button
      variant="line"
      icon={<ArchiveRestore />}
      aria-label={t('list.restore.one', { title })}
      disabled={restore.isPending}
      onClick={() =>
        restore.mutate(
          { params: { id } },
          {
            onSuccess: () => showSnackbar({ text: t('list.restored', { title }), type: 'success' }),
            onError: showError,
          },
        )
      }
    >
      {t(state === 'deleted' ? 'list.restore' : 'list.unarchive')}
    </Button>
  );
}
