import type { Product } from '@fundus/contract/marketplace/marketplace';
import { isSoldTo } from '@fundus/contract/marketplace/rules';
import { describeScope } from '@fundus/contract/marketplace/words';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import type { Go } from '../../../components/page/screen.ts';
import { runtimeWords } from '../words.ts';
import { AddToCart } from './AddToCart.tsx';
import '../marketplace.css';

/** Lists the offers of a product. If the user may not see prices, explains who may. */
export function OffersPanel({ product, go }: { product: Product; go: Go }) {
  const { t, locale } = useT();
  const { user } = useSession();
  const { offers, can } = product;
  return (
    <section className="market-panel market-offers">
      <h2>{t('market.offers')}</h2>
      {offers.length === 0 && <p>{t('market.offers.none')}</p>}
      <ul>
        {offers.map((offer) => (
          <li key={offer.id}>
            <strong>{describeScope(t, offer)}</strong>
            <span className="small-print">
              {joinFacts([runtimeWords(t, offer, locale), offer.audience !== 'all' && t(`market.audience.${offer.audience}`)])}
            </span>
            {offer.gross !== null && offer.price !== null && (
              <span className="market-price num">
                {formatMoney(offer.gross, locale)}
                <span className="small-print">{t('market.net', { price: formatMoney(offer.price, locale), vat: offer.vat ?? 0 })}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {can.ask && user && <AddToCart offers={offers.filter((offer) => offer.open && isSoldTo(offer, user.school_id))} go={go} />}
      {!can.seePrices && <p className="small-print">{t('market.prices.hidden')}</p>}
    </section>
  );
}
