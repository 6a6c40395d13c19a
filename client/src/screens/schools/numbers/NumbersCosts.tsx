import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { SchoolFigures } from '@fundus/contract/schools/numbers';
import { href } from '@fundus/contract/screens';
import { BarTable } from '../../../components/page/BarTable.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';

/** Shows the cost per use of licensed media, highest first (docs/behaviour/uses.md#cost-per-use). */
export function NumbersCosts({ costs }: Pick<SchoolFigures, 'costs'>) {
  const { t, locale } = useT();
  const { cost, idle, unpriced, total, items } = costs;
  const money = (cents: number): string => formatMoney(cents, locale);
  return (
    <section>
      <h2>{t('schools.numbers.costs')}</h2>
      {total === 0 && <p className="quiet">{t('schools.numbers.costs.none')}</p>}
      {total > 0 && (
        <>
          <p className="quiet">
            {t('schools.numbers.costs.about', { cost: money(cost) })} {idle > 0 && t('schools.numbers.costs.idle', { idle: money(idle) })}{' '}
            {unpriced > 0 && t('schools.numbers.costs.unpriced', { count: unpriced })}
          </p>
          <BarTable
            label={t('schools.numbers.costs')}
            head={[
              t('schools.numbers.medium'),
              t('schools.numbers.costs.perUse'),
              t('schools.numbers.uses'),
              t('schools.numbers.costs.cost'),
            ]}
            rows={items.map((row) => ({
              key: row.identifier,
              name: <Link href={href('media', { id: row.identifier })}>{row.fn_titel}</Link>,
              value: row.per_use,
              words:
                row.per_use === null
                  ? t(`schools.numbers.costs.${row.state === 'unused' ? 'unused' : 'few'}`, { count: MIN_PEOPLE })
                  : money(row.per_use),
              more: [row.uses === null ? '–' : formatNumber(row.uses, locale), money(row.cost)],
            }))}
          />
          {total > items.length && <p className="quiet">{t('schools.numbers.costs.more', { count: total - items.length })}</p>}
        </>
      )}
    </section>
  );
}
