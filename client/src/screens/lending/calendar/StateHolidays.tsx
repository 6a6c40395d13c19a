import { landHolidays, LANDS, type Land } from '@fundus/contract/lending/calendar/land-holidays';
import type { PointFields } from '@fundus/contract/lending/points/points';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { Note } from '../../../ui/Note.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { ClosureChoice } from './ClosureChoice.tsx';

type Closure = PointFields['closures'][number];

const isWithin = (day: Closure, span: Closure): boolean => span.from <= day.from && day.until <= span.until;

/** Offers the school holidays and public holidays of a Land as closures. */
export function StateHolidays({ entered, onAdd }: { entered: readonly Closure[]; onAdd: (closures: Closure[]) => void }) {
  const { t, locale } = useT();
  const [land, setLand] = useState<Land | ''>('');
  const { data, error } = useQuery({ ...query(landHolidays.holidays, { params: { land: land || 'BW' } }), enabled: land !== '' });
  const closureOf = ({ name, from, until }: { name: string; from: string; until: string }): Closure => ({
    name,
    from,
    until,
    processed: false,
  });
  const school = (data?.school ?? []).map(closureOf);
  // Omits public holidays within the school holidays, because the lending point is closed then anyway.
  const open = (data?.public ?? []).filter((day) => !school.some((span) => isWithin(closureOf(day), span)));
  const found = [...school, ...open.map(closureOf)].sort((a, b) => (a.from < b.from ? -1 : 1));
  const left = open.filter(({ partly }) => partly).map(closureOf);
  return (
    <section>
      <SelectField
        label={t('lending.holidays.land')}
        hint={t('lending.holidays.land.hint')}
        value={land}
        options={[
          { value: '' as Land | '', label: t('lending.holidays.land.none') },
          ...LANDS.map((value) => ({ value, label: t(`lending.land.${value}`) })),
        ]}
        onChange={setLand}
      />
      {error && <Note tone="bad">{t(`error.${error.code}`)}</Note>}
      {land !== '' && data && (
        <ClosureChoice
          key={land}
          found={found}
          unticked={left}
          entered={entered}
          onAdd={(closures) => {
            onAdd(closures);
            setLand('');
          }}
        >
          <p className="small-print">
            {t('lending.holidays.years', { first: data.years[0] ?? '–', last: data.years.at(-1) ?? '–' })}{' '}
            {data.url && <Link href={data.url}>{data.source}</Link>}
            {data.checked_on && ` ${t('lending.holidays.checked', { date: formatDate(data.checked_on, 'short', locale) })}`}
          </p>
          {left.length > 0 && <p className="small-print">{t('lending.holidays.partly')}</p>}
        </ClosureChoice>
      )}
    </section>
  );
}
