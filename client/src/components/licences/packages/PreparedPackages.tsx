import { licencePackages, type LicencePackage } from '@fundus/contract/licences/packages';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { query, useCall } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { PACKAGE_READS } from '../refreshes.ts';
import { licenceError } from '../words.ts';
import '../../lists/line.css';
import './packages.css';

/** Shows the prepared packages and whether schools have fetched them. Renders nothing if there are none. */
export function PreparedPackages() {
  const { t } = useT();
  const { data } = useQuery(query(licencePackages.packages));
  if (!data || data.items.length === 0) return null;
  return (
    <section className="packages" aria-labelledby="laid-packages">
      <h2 id="laid-packages">{t('package.list')}</h2>
      <ul>
        {data.items.map((item) => (
          <Package key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Package({ item }: { item: LicencePackage }) {
  const { t, locale } = useT();
  const remove = useCall(licencePackages.removePackage, PACKAGE_READS);
  const day = (date: string): string => formatDate(date, 'short', locale);
  return (
    <li>
      <div>
        <strong className="package-number">{item.number}</strong>
        <p className="line-facts">
          <span>{item.school.name}</span>
          {item.licensor && <span>{item.licensor}</span>}
          <span>{t('package.count', { count: item.rows })}</span>
          <span>
            {item.picked_up_at ? t('package.fetched', { date: day(item.picked_up_at) }) : t('package.waits', { date: day(item.ends_on) })}
          </span>
        </p>
        {remove.error && <FormProblem>{licenceError(remove.error, t)}</FormProblem>}
      </div>
      {!item.picked_up_at && (
        <Button
          variant="quiet"
          icon={<X />}
          disabled={remove.isPending}
          aria-label={t('package.remove.label', { number: item.number })}
          onClick={() => remove.mutate({ params: { id: item.id } })}
        >
          {t('package.remove')}
        </Button>
      )}
    </li>
  );
}
