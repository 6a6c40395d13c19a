import type { Product } from '@fundus/contract/marketplace/marketplace';
import { href } from '@fundus/contract/screens';
import { Check, Plus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { SmallCover } from '../../../components/media/finder/SmallCover.tsx';
import { typeName } from '../../../i18n/reference-names.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import '../marketplace.css';

/** Shows which media of a product the school already has and which are new. Guests see only the contents. */
export function Comparison({ product }: { product: Product }) {
  const { t } = useT();
  const { user } = useSession();
  const id = useId();
  const { media, beside, can } = product;
  const compares = user && can.seePrices;
  const owned = media.filter((medium) => medium.had);
  const adds = media.filter((medium) => !medium.had);
  return (
    <section className="market-compare" aria-labelledby={id}>
      <h2 id={id}>{t(compares ? 'market.compare' : 'market.contents')}</h2>
      {compares && (
        <p>
          {owned.length === 0
            ? t('market.compare.none', { count: media.length })
            : adds.length === 0
              ? t('market.compare.all', { count: media.length })
              : t('market.compare.some', { had: owned.length, count: media.length, adds: adds.length })}
        </p>
      )}
      <div className="market-columns" data-two={(compares && owned.length > 0) || undefined}>
        {compares && owned.length > 0 && (
          <div>
            <h3>{t('market.compare.had')}</h3>
            <MediaLines media={owned} sign={<Check className="market-sign" data-had="" />} />
          </div>
        )}
        {(!compares || adds.length > 0) && (
          <div>
            {compares && <h3>{t('market.compare.adds')}</h3>}
            {compares ? <MediaLines media={adds} sign={<Plus className="market-sign" />} /> : <MediaLines media={media} />}
          </div>
        )}
      </div>
      {beside.total > 0 && (
        <p className="small-print">
          {t('market.beside', { count: beside.total })}{' '}
          {beside.items.map(({ identifier, fn_titel }, i) => (
            <span key={identifier}>
              {i > 0 && ', '}
              <Link href={href('media', { id: identifier })}>{fn_titel}</Link>
            </span>
          ))}
          {beside.total > beside.items.length && ' …'}
        </p>
      )}
    </section>
  );
}

const MediaLines = ({ media, sign }: { media: Product['media']; sign?: ReactNode }) => (
  <ul className="market-media">
    {media.map((medium) => (
      <li key={medium.identifier}>
        {sign}
        <span className="market-thumb">
          <SmallCover item={{ cover: medium.cover, duration: null }} />
        </span>
        <span>
          <Link href={href('media', { id: medium.identifier })}>{medium.fn_titel}</Link>
          <span className="small-print">{typeName(medium.fn_typ)}</span>
        </span>
      </li>
    ))}
  </ul>
);
