import { href } from '@fundus/contract/screens';
import { SCHOOL_MEDIA_FILTERS, schools, type School, type SchoolLicence } from '@fundus/contract/schools/schools';
import { BookKey } from 'lucide-react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { nameOfCode, typeName } from '../../../i18n/reference-names.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { isTeacher, isAdministrator } from '@fundus/contract/access';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PAGE, type SchoolView } from '../school-view.ts';
import '../schools.css';
import { address } from '../../../api/call.ts';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';

type Props = { school: School; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Lists the school's licences with their end dates and free seats. */
export function MediaTab({ school, view, show }: Props) {
  const { t, locale } = useT();
  const { user } = useSession();
  const staff = Boolean(user) && (isTeacher(user || NOBODY) || isAdministrator(user || NOBODY));
  const isManaging =
    school.can.seePeople || (user !== false && user?.school_id === school.id && (user.capabilities ?? []).includes('cap_licences'));
  const filter = SCHOOL_MEDIA_FILTERS.find((each) => each === view.state) ?? 'current';
  const list = usePage(schools.media, {
    params: { id: school.id },
    query: { q: view.q, show: filter, typ: view.kind, ...rowsOf(view.page, PAGE) },
  });
  const reply = list.data;
  const asked = view.q !== '' || filter !== 'current' || view.kind !== '';
  return (
    <>
      {reply && (
        <div className="school-bar">
          <FindInAddress label={t('schools.media.find')} value={view.q} onFind={(q) => show({ q })} />
          {staff && (
            <Segment
              label={t('schools.media.show')}
              value={filter}
              options={SCHOOL_MEDIA_FILTERS.map((value) => ({ value, label: t(`schools.media.${value}`) }))}
              onChange={(state) => show({ state })}
            />
          )}
          <Select
            label={t('schools.media.type')}
            value={view.kind}
            options={[
              { value: '', label: t('schools.media.type.all') },
              ...reply.types.map(({ value, label, count }) => ({
                value,
                label: `${nameOfCode(value, label)} (${formatNumber(count, locale)})`,
              })),
            ]}
            onChange={(kind) => show({ kind })}
          />
          <div className="school-bar-end">
            <ExportMenu
              hrefOf={(wanted) =>
                address(schools.exportMedia, {
                  params: { id: school.id },
                  query: { q: view.q, show: filter, typ: view.kind, ...wanted },
                })
              }
            />
          </div>
        </div>
      )}
      <PagedList
        list={list}
        label={t('schools.tab.media')}
        onPage={(page) => show({ page })}
        empty={<EmptyState icon={<BookKey />} title={t(asked ? 'schools.media.found.none' : 'schools.media.none')} />}
      >
        {({ items }) => (
          <ul className="lines school-media">
            {items.map((item) => (
              <Row key={item.id} item={item} staff={staff} manages={isManaging} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const NOBODY = { role: '', school_admin: '0', district_admin: '0' };

function Row({ item, staff, manages }: { item: SchoolLicence; staff: boolean; manages: boolean }) {
  const { t, locale } = useT();
  const { medium, seats, taken, remaining, share, valid_to, scope, state } = item;
  // A licence for all users has no individual seats. It shows only the number purchased.
  const counted = scope === 'volume' || scope === 'single';
  // District licences are managed by the district, so they link to the public page of the medium.
  const address =
    manages && scope !== 'district'
      ? href('school-media-detail', { mediaId: medium.identifier, codeId: item.code_id })
      : href('media', { id: medium.identifier });
  return (
    <li className="school-medium">
      <img src={medium.cover} alt="" loading="lazy" width={400} height={226} />
      <div>
        <h2>
          <Link href={address}>{medium.fn_titel}</Link>
        </h2>
        <p className="school-medium-facts">
          <span>{typeName(medium.fn_typ)}</span>
          <span>{t(`library.scope.${scope}`)}</span>
          <span className={state === 'expiring' ? 'warn' : undefined}>
            {valid_to ? t('library.until', { date: formatDate(valid_to, 'short', locale) }) : t('library.until.open')}
          </span>
        </p>
      </div>
      {staff && share && seats > 0 && (
        <div className="school-seats">
          <span className="small">{t('library.seats', { count: seats })}</span>
        </div>
      )}
      {staff && !share && seats > 0 && !counted && (
        <div className="school-seats">
          <span className="small">{t('licence.everybody.upTo', { count: seats })}</span>
        </div>
      )}
      {staff && !share && seats > 0 && counted && (
        <div className="school-seats">
          <meter min={0} max={seats} value={taken} aria-label={t('schools.media.seats', { taken, seats })} />
          <span className="small">
            {t('schools.media.seats', { taken: formatNumber(taken, locale), seats: formatNumber(seats, locale) })}
          </span>
          {remaining === 0 && <span className="small-print warn">{t('schools.media.full')}</span>}
        </div>
      )}
    </li>
  );
}
