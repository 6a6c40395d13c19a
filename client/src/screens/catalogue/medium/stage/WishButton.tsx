import { wishes } from '@fundus/contract/library/wishes';
import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { query } from '../../../../api/query.ts';
import { useWish, useWishPlace } from '../../../../components/media/use-wish.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Button } from '../../../../ui/Button.tsx';

/** Shows a button that wishes for a licence, or the state of the wish. Renders nothing for users who may not make wishes. */
export function WishButton({ identifier, title }: { identifier: string; title: string }) {
  const { t } = useT();
  const { data } = useQuery(query(wishes.wishOf, { params: { mediaId: identifier } }));
  const place = useWishPlace();
  const { wish, busy } = useWish(identifier, title);
  if (!data?.can.wish) return null;
  if (data.state !== null && data.state !== 'declined') return <p className="small">{t(`wish.is.${place}.${data.state}`)}</p>;
  return (
    <Button variant="line" icon={<Gift />} disabled={busy} onClick={wish}>
      {t(data.state === 'declined' ? 'wish.again' : `wish.make.${place}`)}
    </Button>
  );
}
