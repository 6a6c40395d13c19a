import { catalogueEdit, EDIT_STATES, GAPS, MAX_BULK, type EditRow, type EditState, type Gap } from '@fundus/contract/catalogue/edit';
import type { User } from '@fundus/contract/accounts/accounts';
import { isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import { href } from '@fundus/contract/screens';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { address as addressOf } from '../../../api/call.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { MediaSkeleton } from '../../../components/media/MediaSkeleton.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { nameOfCode, typeName } from '../../../i18n/reference-names.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Chips } from '../../../ui/fields/Chips.tsx';
import { Link } from '../../../ui/Link.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { BulkDialog, useBulk } from './BulkDialog.tsx';
import { ChosenMedia } from './ChosenMedia.tsx';
import { useTables } from './edit-tables.ts';
import { EditTabs } from './EditTabs.tsx';
import { useChosenMedia } from './use-chosen-media.ts';
import './edit-screen.css';

const PAGE = 24;

const EnterLicencesDialog = loadLater(
  async () => (await import('../../../components/licences/EnterLicencesDialog.tsx')).EnterLicencesDialog,
);

/** Returns whether the user may create licences, for the district or the user's own school. */
const mayGive = (user: User): boolean => isDistrictAdmin(user) || isSchoolAdmin(user) || (user.capabilities ?? []).includes('cap_licences');

const LinkChecks = loadLater(async () => (await import('./LinkChecks.tsx')).LinkChecks);

/** Shows all media to the editors, or only those with broken links. */
export function Screen(props: ScreenProps<'catalogue-editing'>) {
  const { config } = useSession();
  const links = config.LinkCheck && new URLSearchParams(props.search).get('show') === 'links';
  return links ? <LinkChecks search={props.search} go={props.go} /> : <EditList {...props} />;
}

/** Shows the list of media with search, selection and bulk changes. */
function EditList({ search, go }: ScreenProps<'catalogue-editing'>) {
  const { t, locale } = useT();
  const { user } = useSession();
  const { words, state, missing, page, address } = readListAddress(search);
  const which = { q: words, state, ...(missing && { missing }) };
  const list = usePage(catalogueEdit.editList, { query: { ...which, ...rowsOf(page, PAGE) } });
  const { chosen, clear, toggle, chooseAll } = useChosenMedia(which);
  const [changing, setChanging] = useState(false);
  const [giving, setGiving] = useState(false);
  const tables = useTables();
  const bulk = useBulk(clear);
  const total = list.data?.total ?? 0;
  return (
    <div className="wrap edit">
      <PageHeading title={t('edit.list')}>{t('edit.list')}</PageHeading>
      <EditTabs current={state} addressOf={(show) => (show === 'links' ? href('catalogue-editing', {}, { show }) : address({ show }))} />
      <div className="edit-head">
        <FindInAddress
          label={t('edit.find')}
          value={words}
          maxLength={2_000}
          onFind={(q) => go(address({ q: q.trim() }), { replace: true })}
        />
        <Select
          label={t('edit.gap')}
          value={missing}
          options={(['', ...GAPS] as const).map((value) => ({ value, label: t(`edit.gap.${value || 'all'}`) }))}
          onChange={(gap) => go(address({ missing: gap }), { replace: true })}
        />
        <ExportMenu hrefOf={(wanted) => addressOf(catalogueEdit.exportEditList, { query: { ...which, ...wanted } })} />
        <ButtonLink variant="primary" icon={<Plus />} href={href('medium-editing', { id: 'new' })}>
          {t('edit.new')}
        </ButtonLink>
      </div>
      {missing && (
        <Chips
          label={t('filter.chosenTitle')}
          chips={[{ key: missing, name: t(`edit.gap.${missing}`) }]}
          removeLabel={(name) => t('filter.remove', { name })}
          onRemove={() => go(address({ missing: '' }), { replace: true })}
        />
      )}
      {chosen.size > 0 && (
        <ChosenMedia
          chosen={chosen}
          state={state}
          more={total > chosen.size ? { total: Math.min(total, MAX_BULK), run: () => void chooseAll() } : null}
          bulk={bulk}
          onChange={() => setChanging(true)}
          onGive={user && mayGive(user) ? () => setGiving(true) : null}
          onClear={clear}
        />
      )}
      <PagedList
        list={list}
        label={t('edit.pages')}
        onPage={(next) => go(address({ page: next }))}
        count={(reply) => reply.total > 0 && t('edit.count', { count: formatNumber(reply.total, locale) })}
        waiting={<MediaSkeleton count={6} view="list" />}
        empty={<EmptyState icon={<ListChecks />} title={t(words ? 'edit.none' : missing ? 'edit.gap.none' : `edit.empty.${state}`)} />}
      >
        {({ items }) => (
          <ul className="lines edit-rows">
            {items.map((row) => (
              <Row key={row.identifier} row={row} chosen={chosen.has(row.identifier)} onToggle={() => toggle(row.identifier)} />
            ))}
          </ul>
        )}
      </PagedList>
      {giving && user && (
        <EnterLicencesDialog
          media={[...chosen]}
          forSchools={isDistrictAdmin(user) || !user.school_id}
          onDone={() => {
            setGiving(false);
            clear();
          }}
          onClose={() => setGiving(false)}
        />
      )}
      {changing && tables && <BulkDialog identifiers={[...chosen]} tables={tables} bulk={bulk} onClose={() => setChanging(false)} />}
    </div>
  );
}

/** Returns the view of the list from the query string, and a function that returns the address of a changed view. */
function readListAddress(search: string) {
  const asked = new URLSearchParams(search);
  const words = asked.get('q') ?? '';
  const state: EditState = EDIT_STATES.find((name) => name === asked.get('show')) ?? 'active';
  const missing: Gap | '' = GAPS.find((gap) => gap === asked.get('missing')) ?? '';
  const page = Math.max(1, Number(asked.get('page')) || 1);
  const address = (about: { q?: string; page?: number; show?: EditState; missing?: Gap | '' }): string => {
    const next = { q: words, page: 1, show: state, missing, ...about };
    return href(
      'catalogue-editing',
      {},
      {
        q: next.q,
        show: next.show === 'active' ? '' : next.show,
        missing: next.missing,
        page: next.page > 1 ? String(next.page) : '',
      },
    );
  };
  return { words, state, missing, page, address };
}

function Row({ row, chosen, onToggle }: { row: EditRow; chosen: boolean; onToggle: () => void }) {
  const { t, locale } = useT();
  const facts = [
    typeName(row.fn_typ),
    [...new Set(row.subjects.map(({ code, label }) => nameOfCode(code, label)))].slice(0, 3).join(', '),
    row.draft ? t('edit.draft') : row.free ? t('edit.free') : t('edit.licensed'),
    t('edit.changed', { date: formatDate(row.changed_at, 'short', locale) }),
  ];
  return (
    <li data-chosen={chosen || undefined}>
      <input type="checkbox" aria-label={t('bulk.choose', { title: row.fn_titel })} checked={chosen} onChange={onToggle} />
      <img src={row.cover} alt="" width={96} height={54} loading="lazy" />
      <div>
        <h2>
          <Link href={href('medium-editing', { id: row.identifier })}>{row.fn_titel}</Link>
        </h2>
        <p className="small-print">{joinFacts(facts)}</p>
      </div>
    </li>
  );
}
