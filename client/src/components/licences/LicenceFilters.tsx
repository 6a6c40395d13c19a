import { RESULT_TYPES } from '@fundus/contract/catalogue/catalogue';
import { DISTRICT_ITSELF, LICENCE_FILTERS, LICENCE_SCOPES, licences, type ListedLicences } from '@fundus/contract/licences/licences';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { query } from '../../api/query.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { parseDay } from '../../i18n/read-day.ts';
import { useT } from '../../i18n/translate.ts';
import { Fold } from '../../ui/Fold.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { usePhone } from '../../ui/use-width.ts';
import { DateField } from '../forms/DateField.tsx';
import { SortSelect } from '../lists/SortSelect.tsx';
import { SORTABLE_COLUMNS } from './LicenceTable.tsx';
import './bulk.css';

export type ListQuery = { [K in keyof typeof ListedLicences]: z.output<(typeof ListedLicences)[K]> };
type Props = { view: ListQuery; forSchools: boolean; show: (about: Partial<ListQuery>) => void };

/** Shows the filters of the licence list: use, kind, medium type, publisher, school and last day. They are collapsed on phones. */
export function LicenceFilters({ view, forSchools, show }: Props) {
  const { t } = useT();
  const { data } = useQuery(query(licences.choices));
  const all = (label: string) => ({ value: '' as string, label });
  const phone = usePhone();
  const chosen = [
    t(`licence.manage.show.${view.show}`),
    ...(view.scope ? [t(`library.scope.${view.scope}`)] : []),
    ...(view.c === 'all' ? [] : [t(`search.type.${view.c}`)]),
    ...(view.licensor ? [view.licensor] : []),
  ];
  const fields = (
    <div className="manage-filters">
      <Select
        label={t('licence.manage.show')}
        value={view.show}
        options={LICENCE_FILTERS.map((value) => ({ value, label: t(`licence.manage.show.${value}`) }))}
        onChange={(next) => show({ show: next })}
      />
      <Select
        label={t('licence.scope')}
        value={view.scope}
        options={[
          { value: '' as ListQuery['scope'], label: t('licence.manage.scope.all') },
          ...LICENCE_SCOPES.filter((value) => value !== 'free').map((value) => ({ value, label: t(`library.scope.${value}`) })),
        ]}
        onChange={(scope) => show({ scope })}
      />
      <Select
        label={t('licence.manage.type')}
        value={view.c}
        options={RESULT_TYPES.map((value) => ({ value, label: t(value === 'all' ? 'schools.media.type.all' : `search.type.${value}`) }))}
        onChange={(next) => show({ c: next })}
      />
      {((data?.licensors.length ?? 0) > 0 || view.licensor !== '') && (
        <Select
          label={t('licence.licensor')}
          value={view.licensor}
          options={[
            all(t('licence.manage.licensor.all')),
            ...[...new Set([...(data?.licensors ?? []), view.licensor])].filter(Boolean).map((value) => ({ value, label: value })),
          ]}
          onChange={(licensor) => show({ licensor })}
        />
      )}
      {forSchools && (
        <Select
          label={t('licence.owner')}
          value={view.school}
          options={[
            all(t('licence.manage.school.all')),
            { value: DISTRICT_ITSELF, label: t('licence.manage.school.district') },
            ...(data?.schools ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(school) => show({ school })}
        />
      )}
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="manage-day">
          <DateField
            label={t(`licence.manage.${name}`)}
            value={view[name]}
            onChange={({ target: { value } }) => {
              // An incomplete date does not change the filter.
              if (value === '' || parseDay(value) !== null) show({ [name]: value });
            }}
          />
        </div>
      ))}
      <SortSelect by={SORTABLE_COLUMNS} sort={view.sort} onSort={(sort) => show({ sort: sort as ListQuery['sort'] })} />
    </div>
  );
  return phone ? (
    <Fold title={t('filter.title')} says={joinFacts(chosen)}>
      {fields}
    </Fold>
  ) : (
    fields
  );
}
