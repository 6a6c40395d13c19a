import { lendingFavourites } from '@fundus/contract/lending/models/favourites';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { query } from '../../../api/query.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { Link } from '../../../ui/Link.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { lendingHref } from '../parts/lending-view.ts';
import { haveModelPictures, ModelCard } from './ModelCard.tsx';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import '../parts/cart.css';
import { joinFacts } from '../../../i18n/join-facts.ts';

/** Shows the favourite models of the user from all lending points. */
export function FavouritesTab({ point }: { point: string }) {
  const { t } = useBorrowerTexts();
  const marked = useQuery({ ...query(lendingFavourites.favourites), staleTime: 0 });
  if (!marked.data) return marked.error ? <Failed error={marked.error} onRetry={() => void marked.refetch()} /> : <PlaceholderLines />;
  if (marked.data.items.length === 0)
    return (
      <EmptyState icon={<Star />} title={t('lending.favourite.none')}>
        <p>{t('lending.favourite.none.hint')}</p>
        <Link href={lendingHref({ point })}>{t('lending.favourite.toDevices')}</Link>
      </EmptyState>
    );
  const pictured = haveModelPictures(marked.data.items);
  return (
    <ul className="lending-models" aria-label={t('lending.tab.favourites')}>
      {marked.data.items.map((model) => (
        <li key={model.id}>
          <ModelCard
            model={model}
            href={lendingHref({ point: model.point.id, model: model.id })}
            says={joinFacts([t('lending.held', { count: model.devices }), model.point.name])}
            pictured={pictured}
          />
        </li>
      ))}
    </ul>
  );
}
