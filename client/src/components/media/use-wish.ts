import { isDistrictAdmin } from '@fundus/contract/access';
import { wishes } from '@fundus/contract/library/wishes';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';

const refreshes = { refreshes: [wishes.wishOf, wishes.wishes] };

/** Returns the beneficiary of the user's wishes: the school, or the district for district administrators. */
export function useWishPlace(): 'school' | 'district' {
  const { user } = useSession();
  return user && user.school_id === null && isDistrictAdmin(user) ? 'district' : 'school';
}

/** Returns a function that wishes for a licence of a medium and offers an undo. */
export function useWish(identifier: string, title: string): { wish: () => void; busy: boolean } {
  const { t } = useT();
  const place = useWishPlace();
  const set = useCall(wishes.setWish, refreshes);
  const undo = useUndo(refreshes);
  const params = { mediaId: identifier };
  const wish = (): void =>
    set.mutate(
      { params, body: {} },
      {
        onSuccess: () =>
          showSnackbar({
            text: t(`wish.made.${place}`, { title }),
            type: 'success',
            action: undo(wishes.removeWish, { params }),
          }),
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  return { wish, busy: set.isPending };
}
