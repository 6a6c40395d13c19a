import { lendingFavourites } from '@fundus/contract/lending/models/favourites';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { query, useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { refusalText } from '../parts/words.ts';

/** Adds a model to the favourites or removes it from them. */
export function FavouriteButton({ id, name }: { id: string; name: string }) {
  const { t, locale } = useT();
  const marked = useQuery(query(lendingFavourites.favourites));
  const add = useCall(lendingFavourites.addFavourite, { refreshes: [lendingFavourites.favourites] });
  const remove = useCall(lendingFavourites.removeFavourite, { refreshes: [lendingFavourites.favourites] });
  if (!marked.data) return null;
  const on = marked.data.items.some((item) => item.id === id);
  const error = add.error ?? remove.error;
  return (
    <>
      <Button
        flush
        icon={<Star fill={on ? 'currentColor' : 'none'} />}
        disabled={add.isPending || remove.isPending}
        onClick={() => (on ? remove.mutate({ params: { id } }) : add.mutate({ params: { id }, body: {} }))}
      >
        {t(on ? 'lending.favourite.remove' : 'lending.favourite.add')}
        <span className="sr">{`: ${on ? t('lending.favourite.takeOut', { name }) : name}`}</span>
      </Button>
      <FormProblem>{error && refusalText(t, error, locale)}</FormProblem>
    </>
  );
}
