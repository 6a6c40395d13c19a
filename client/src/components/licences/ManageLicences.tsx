import { RESULT_TYPES, type ResultType } from '@fundus/contract/catalogue/catalogue';
import { LICENCE_FILTERS, licences, type Licence, type LicenceFilter } from '@fundus/contract/licences/licences';
import { href } from '@fundus/contract/screens';
import { Ban, BookKey, Eye, EyeOff, PackagePlus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/query.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { LaidPackages } from './LaidPackages.tsx';
import { LicenceSign } from './LicenceSign.tsx';
import { LICENCE_READS } from './refreshes.ts';
import { SeatMeter } from './SeatMeter.tsx';
import { licenceError, untilText } from './words.ts';
import type { Go } from '../page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Field.tsx';
import { Link } from '../../ui/Link.tsx';
import { Select } from '../../ui/Select.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { FindField } from '../../ui/FindField.tsx';
import './manage-licences.css';
import { Pages } from '../lists/Pages.tsx';
import { RowTick, SelectedRows, type RowAct } from '../lists/SelectedRows.tsx';
import { usePages } from '../lists/use-pages.ts';
import { useSelection } from '../lists/use-selection.ts';
import { loadLater } from '../../ui/load-later.tsx';

const PackageDialog = loadLater(async () => (await import('./PackageDialog.tsx')).PackageDialog);
const NewLicence = loadLater(async () => (await import('./NewLicence.tsx')).NewLicence);

/** Where the licence is managed. */
const licenceHref = ({ id, medium }: Pick<Licence, 'id' | 'medium'>): string =>
  href('school-media-detail', { mediaId: medium.identifier, codeId: id });

type View = { q: string; show: LicenceFilter; c: ResultType };

/** The address keeps what is filtered; what it does not know counts as not said. */
export function readView(search: string): View {
  const asked = new URLSearchParams(search);
  return {
    q: asked.get('q') ?? '',
    show: LICENCE_FILTERS.find((name) => name === asked.get('show')) ?? 'current',
    c: RESULT_TYPES.find((name) => name === asked.get('c')) ?? 'all',
  };
}

/** Licences of the school or district as a table: how they are used, which end soon, which have seats. */
export function ManageLicences({ search, go }: { search: string; go: Go }) {
  const { t, locale } = useT();
  const view = readView(search);
  const [typed, setTyped] = useState(view.q);
  const q = useDebounced(typed.trim(), 250);
  const [entering, setEntering] = useState<'one' | 'package' | null>(null);
  const list = usePages(licences.list, { ...view });
  const show = (about: Partial<View>) => {
    const next = { ...view, ...about };
    go(
      href(
        'library',
        { tab: 'licences' },
        { view: 'manage', q: next.q, show: next.show === 'current' ? '' : next.show, c: next.c === 'all' ? '' : next.c },
      ),
      { replace: true },
    );
  };
  useEffect(() => {
    if (q !== view.q) show({ q });
    // The address follows the field, not the other way round.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [q]);
  const { sums, can, settings } = list.first ?? {};
  const selection = useSelection(list.items);
  const setHidden = (hidden: boolean) => (licence: Licence) =>
    call(licences.change, { params: { id: licence.id }, body: { version: licence.version, hidden } });
  const acts: RowAct<Licence>[] = [
    { label: t('licence.hide'), icon: <EyeOff />, may: (licence) => licence.can.hide && !licence.hidden, run: setHidden(true) },
    { label: t('licence.show'), icon: <Eye />, may: (licence) => licence.can.hide && licence.hidden, run: setHidden(false) },
    {
      label: t('licence.withdraw'),
      icon: <Ban />,
      may: (licence) => licence.can.withdraw,
      run: ({ id }) => call(licences.withdraw, { params: { id } }),
      ask: (count) => t('licence.withdraw.many', { count }),
    },
  ];
  return (
    <>
      <div className="manage-head">
        <FindField label={t('licence.manage.find')} value={typed} onType={setTyped} />
        <Select
          label={t('licence.manage.show')}
          value={view.show}
          options={LICENCE_FILTERS.map((value) => ({ value, label: t(`licence.manage.show.${value}`) }))}
          onChange={(next) => show({ show: next })}
        />
        <Select
          label={t('licence.manage.type')}
          value={view.c}
          options={RESULT_TYPES.map((value) => ({ value, label: t(`search.type.${value}`) }))}
          onChange={(next) => show({ c: next })}
        />
        {can?.create && (
          <>
            <Button variant="primary" icon={<Plus />} onClick={() => setEntering('one')}>
              {t('licence.new')}
            </Button>
            <Button variant="line" icon={<PackagePlus />} onClick={() => setEntering('package')}>
              {t('package.import')}
            </Button>
          </>
        )}
      </div>
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
      {list.items.length > 0 && (
        <SelectedRows
          rows={list.items}
          selection={selection}
          nameOf={({ medium, purchase_ref }) => [medium.fn_titel, purchase_ref].filter(Boolean).join(', ')}
          acts={acts}
          refreshes={LICENCE_READS.refreshes}
          wordsOf={(error) => licenceError(error, t)}
        />
      )}
      <Pages
        list={list}
        table
        empty={
          <EmptyState
            icon={<BookKey />}
            title={t(q || view.show !== 'current' || view.c !== 'all' ? 'licence.manage.none' : 'licence.manage.empty')}
          />
        }
      >
        <table className="manage">
          <thead>
            <tr>
              <th scope="col">{t('licence.medium')}</th>
              <th scope="col">{t('licence.scope')}</th>
              <th scope="col">{t('licence.seats')}</th>
              <th scope="col">{t('licence.runtime')}</th>
              <th scope="col">{t('licence.state')}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((licence) => (
              <tr key={licence.id}>
                <th scope="row">
                  <RowTick row={licence} name={licence.medium.fn_titel} selection={selection} />
                  <Link href={licenceHref(licence)}>{licence.medium.fn_titel}</Link>
                  <span className="small-print">
                    {[can?.forSchools && licence.owner.name, licence.licensor].filter(Boolean).join(' · ')}
                  </span>
                </th>
                <td data-label={t('licence.scope')}>
                  {t(`library.scope.${licence.scope}`)}
                  {licence.audience !== 'all' && <span className="small-print">{t(`licence.only.${licence.audience}`)}</span>}
                </td>
                <td data-label={t('licence.seats')}>
                  <SeatMeter {...licence} />
                </td>
                <td data-label={t('licence.runtime')}>{untilText(licence, t, locale)}</td>
                <td data-label={t('licence.state')}>
                  <LicenceSign state={licence.state} hidden={licence.hidden} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Pages>
      {can?.forSchools && <LaidPackages />}
      {entering === 'package' && can && <PackageDialog forSchools={can.forSchools} onClose={() => setEntering(null)} />}
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

/** `reading`: `may` is being read again; until then what was just set is shown. */
function TeachersMay({ may, reading }: { may: { teachers_take: boolean; teachers_assign: boolean }; reading: boolean }) {
  const { t } = useT();
  const change = useCall(licences.settings, LICENCE_READS);
  const now = { ...may, ...((change.isPending || (change.isSuccess && reading)) && change.variables.body) };
  return (
    <>
      <Checkbox
        label={t('licence.teachersTake')}
        hint={t('licence.teachersTake.hint')}
        checked={now.teachers_take}
        onChange={(event) => change.mutate({ body: { teachers_take: event.target.checked } })}
      />
      <Checkbox
        label={t('licence.teachersAssign')}
        hint={t('licence.teachersAssign.hint')}
        checked={now.teachers_assign}
        onChange={(event) => change.mutate({ body: { teachers_assign: event.target.checked } })}
      />
    </>
  );
}
