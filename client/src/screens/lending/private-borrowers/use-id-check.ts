import type { AppError } from '@fundus/contract/errors';
import { lendingPrivate } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { DESK_READS } from '../parts/desk-reads.ts';

type Known = { id: string; name: string; version: number };

/** Returns a function that records that the desk has checked the identity card of a private borrower. */
export function useIdCheck(): { check: (known: Known) => void; pending: boolean; error: AppError | null } {
  const { t } = useT();
  const change = useCall(lendingPrivate.changePrivateBorrower, { refreshes: [lendingPrivate.privateBorrowers, ...DESK_READS] });
  return {
    check: ({ id, name, version }) =>
      change.mutate(
        { params: { id }, body: { id_checked: true, version } },
        { onSuccess: () => showSnackbar({ text: t('lending.private.check.done', { name }), type: 'success' }) },
      ),
    pending: change.isPending,
    error: change.error,
  };
}
