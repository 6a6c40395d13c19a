import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useId } from 'react';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { ButtonLink } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { sideQueries } from './side-queries.ts';
import './medium-side.css';

/** Shows devices lent for a medium, with their booking. */
export function MediumLending({ identifier }: { identifier: string }) {
  const { t, locale } = useT();
  const id = useId();
  const lent = useQuery(sideQueries(identifier).lent);
  const items = lent.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="panel medium-lending" aria-labelledby={id}>
      <h2 id={id}>{t('lending.medium')}</h2>
      <ul>
        {items.map(({ id: model, name, point, free_from }) => (
          <li key={model}>
            <p>
              <strong>{name}</strong>
              <span className="small-print">
                {point.name} ·{' '}
                {free_from ? t('lending.medium.free', { day: formatDate(free_from, 'weekday', locale) }) : t('lending.medium.taken')}
              </span>
            </p>
            <ButtonLink
              variant="line"
              icon={<PackageOpen />}
              aria-label={t('lending.medium.borrow.name', { name })}
              href={href('tech-rental', {}, { point: point.id, model })}
            >
              {t('lending.medium.borrow')}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p className="small-print">
        <Link href={href('tech-rental', {}, { point: items[0]!.point.id })}>{t('lending.medium.more')}</Link>
      </p>
    </section>
  );
}
