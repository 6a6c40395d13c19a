import { RESULT_TYPES } from '@fundus/contract/catalogue/catalogue';
import { licenceBulk } from '@fundus/contract/licences/bulk';
import { LICENCE_FILTERS, LICENCE_SCOPES, LICENCE_SORTS, licences, type LicenceSort } from '@fundus/contract/licences/licences';
import { href } from '@fundus/contract/screens';
import { BookKey, Building2, PackagePlus, Plus, Table2 } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { useCall } from '../../api/query.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { parseDay } from '../../i18n/read-day.ts';
import { BarActions } from '../lists/BarActions.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { BulkBar } from './BulkBar.tsx';
import { PreparedPackages } from './packages/PreparedPackages.tsx';
import { LicenceFilters, type ListQuery } from './LicenceFilters.tsx';
import { LicenceTable, licenceHref } from './LicenceTable.tsx';
import { LICENCE_READS } from './refreshes.ts';
import type { Go } from '../page/screen.ts';
import { FindInAddress } from '../lists/FindInAddress.tsx';
import { useT } from '../../i18n/translate.ts';
import { showError } from '../../stores/show-error.ts';
import { Button } from '../../ui/Button.tsx';
import { Fold } from '../../ui/Fold.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import './manage-licences.css';
import { Pages } from '../lists/Pages.tsx';
import { usePages } from '../lists/use-pages.ts';
import { useSelection } from '../lists/use-selection.ts';
import { loadLater } from '../../ui/load-later.tsx';

const PackageDialog = loadLater(async () => (await import('./packages/PackageDialog.tsx')).PackageDialog);
const NewLicence = loadLater(async () => (await import('./NewLicence.tsx')).NewLicence);
const LicenceImport = loadLater(async () => (await import('./LicenceImport.tsx')).LicenceImport);
const EnterLicencesDialog = loadLater(async () => (await import('./EnterLicencesDialog.tsx')).EnterLicencesDialog);

type View = ListQuery & Record<string, string>;

/** Parses the list view from the query string. Ignores invalid values. */
export function parseLicenceView(search: string): View {
  const asked = new URLSearchParams(search);
  const get = (name: string): string => asked.get(name) ?? '';
  const dayOf = (name: string): string => parseDay(get(name)) ?? '';
  return {
    ...{ q: get('q'), school: get('school'), licensor: get('licensor'), from: dayOf('from'), to: dayOf('to') },
    show: LICENCE_FILTERS.find((name) => name === asked.get('show')) ?? 'current',
    c: RESULT_TYPES.find((name) => name === asked.get('c')) ?? 'all',
    scope: LICENCE_SCOPES.find((name) => name === asked.get('scope')) ?? '',
    sort: LICENCE_SORTS.find((name) => name === asked.get('sort')) ?? 'until',
  };
}

/** View of the unfiltered list. */
const PLAIN = parseLicenceView('');

/** Shows the licences of a school or district as a table with use, end and seats. */
export function ManageLicences({ search, go }: { search: string; go: Go }) {
  const { t } = useT();
  const view = parseLicenceView(search);
  const [entering, setEntering] = useState<'one' | 'many' | 'table' | 'package' | null>(null);
  const list = usePages(licences.list, view);
  const show = (about: Partial<ListQuery>) => {
    const next = Object.entries({ ...view, ...about }).map(([name, value]) => [name, value === PLAIN[name] ? '' : value]);
    go(href('library', { tab: 'licences' }, { view: 'manage', ...Object.fromEntries(next) }), { replace: true });
  };
  const { sums, can, settings } = list.first ?? {};
  const selection = useSelection(list.items);
  const { sort: _, ...filters } = view;
  const filtered = Object.entries(filters).some(([name, value]) => value !== PLAIN[name]);
  return (
    <>
      <div className="manage-head">
        <FindInAddress label={t('licence.manage.find')} value={view.q} maxLength={200} onFind={(q) => show({ q: q.trim() })} />
        {can?.create && (
          <Button variant="primary" icon={<Plus />} onClick={() => setEntering('one')}>
            {t('licence.new')}
          </Button>
        )}
        <BarActions
          menu={can?.forSchools}
          exportTo={(asked) => address(licenceBulk.exportList, { query: { ...view, ...asked } })}
          actions={
            can?.create
              ? [
                  ...(can.forSchools ? [{ label: t('licence.give.open'), icon: <Building2 />, onSelect: () => setEntering('many') }] : []),
                  { label: t('licence.table.import'), icon: <Table2 />, onSelect: () => setEntering('table') },
                  { label: t('package.import'), icon: <PackagePlus />, onSelect: () => setEntering('package') },
                ]
              : []
          }
        />
      </div>
      <LicenceFilters view={view} forSchools={can?.forSchools ?? false} show={show} />
      {sums && (
        <ul className="manage-sums">
          <li>{t('licence.manage.sum.current', { count: sums.current })}</li>
          {sums.expiring > 0 && (
            <li>
              <button type="button" onClick={() => show({ show: 'expiring' })}>
                {t('licence.manage.sum.expiring', { count: sums.expiring })}
              </button>
            </li>
          )}
          {sums.unused > 0 && (
            <li>
              <button type="button" onClick={() => show({ show: 'unused' })}>
                {t('licence.manage.sum.unused', { count: sums.unused })}
              </button>
            </li>
          )}
          <li>{t('licence.manage.sum.seats', { taken: sums.taken, seats: sums.seats, used: sums.in_use })}</li>
        </ul>
      )}
      {settings && <TeachersMay may={settings} reading={list.isRefetching} />}
      {list.items.length > 0 && <BulkBar rows={list.items} total={list.total} filter={view} selection={selection} />}
      <Pages
        list={list}
        table
        empty={<EmptyState icon={<BookKey />} title={t(filtered ? 'licence.manage.none' : 'licence.manage.empty')} />}
      >
        <LicenceTable
          rows={list.items}
          withOwner={can?.forSchools ?? false}
          selection={selection}
          sort={view.sort}
          onSort={(sort) => show({ sort: sort as LicenceSort })}
        />
      </Pages>
      {can?.forSchools && <PreparedPackages />}
      {entering === 'package' && can && <PackageDialog forSchools={can.forSchools} onClose={() => setEntering(null)} />}
      {entering === 'table' && can && <LicenceImport forSchools={can.forSchools} onClose={() => setEntering(null)} />}
      {entering === 'many' && can && (
        <EnterLicencesDialog forSchools={can.forSchools} onDone={() => setEntering(null)} onClose={() => setEntering(null)} />
      )}
      {entering === 'one' && can && (
        <NewLicence
          forSchools={can.forSchools}
          onClose={() => setEntering(null)}
          onEntered={(licence) => {
            setEntering(null);
            go(licenceHref(licence));
          }}
        />
      )}
    </>
  );
}

/** Shows the permissions of teachers. While the list is refetched (`reading`), the new setting is shown instead of `may`. */
function TeachersMay({ may, reading }: { may: { teachers_take: boolean; teachers_assign: boolean }; reading: boolean }) {
  const { t } = useT();
  const change = useCall(licences.settings, LICENCE_READS);
  const now = { ...may, ...((change.isPending || (change.isSuccess && reading)) && change.variables.body) };
  const allowed = [now.teachers_take && t('licence.teachersMay.take'), now.teachers_assign && t('licence.teachersMay.assign')].filter(
    Boolean,
  );
  return (
    <Fold title={t('licence.teachersMay')} says={joinFacts(allowed) || t('licence.teachersMay.none')}>
      <Checkbox
        label={t('licence.teachersTake')}
        hint={t('licence.teachersTake.hint')}
        checked={now.teachers_take}
        onChange={(event) => change.mutate({ body: { teachers_take: event.target.checked } }, { onError: showError })}
      />
      <Checkbox
        label={t('licence.teachersAssign')}
        hint={t('licence.teachersAssign.hint')}
        checked={now.teachers_assign}
        onChange={(event) => change.mutate({ body: { teachers_assign: event.target.checked } }, { onError: showError })}
      />
    </Fold>
  );
}
