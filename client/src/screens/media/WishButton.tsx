import { library } from '@fundus/contract/library';
import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';

const refreshes = { refreshes: [library.wishOf, library.wishes] };

/** Where a licence is missing: asks for the medium, or says what became of the wish. Nothing for those who may not wish. */
export function WishButton({ identifier, title }: { identifier: string; title: string }) {
  const { t } = useT();
  const params = { mediaId: identifier };
  const { data } = useQuery(query(library.wishOf, { params }));
  const wish = useCall(library.setWish, refreshes);
  const remove = useCall(library.removeWish, refreshes);
  if (!data?.can.wish) return null;
  if (data.state !== null && data.state !== 'declined') return <p className="small">{t(`wish.is.${data.state}`)}</p>;
  const make = () =>
    wish.mutate(
      { params, body: {} },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('wish.made', { title }),
            type: 'success',
            action: { label: t('app.undo'), run: () => remove.mutate({ params }) },
          }),
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  return (
    <Button variant="line" icon={<Gift />} disabled={wish.isPending} onClick={make}>
      {t(data.state === 'declined' ? 'wish.again' : 'wish.make')}
    </Button>
  );
}
