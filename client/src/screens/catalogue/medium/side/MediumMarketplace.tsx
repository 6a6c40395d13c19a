import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useT } from '../../../../i18n/translate.ts';
import { Link } from '../../../../ui/Link.tsx';
import { sideQueries } from './side-queries.ts';
import './medium-side.css';

/** Shows the products of the marketplace that include the medium (`LinkToMP`). */
export function MediumMarketplace({ identifier }: { identifier: string }) {
  const { t } = useT();
  const id = useId();
  const found = useQuery(sideQueries(identifier).products);
  const items = found.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="panel medium-lending" aria-labelledby={id}>
      <h2 id={id}>{t('market.medium')}</h2>
      <ul>
        {items.map((product) => (
          <li key={product.id}>
            <p>
              <Link href={href('marketplacemedia', { id: product.id })}>{product.title}</Link>
              <span className="small-print">{product.publisher}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
