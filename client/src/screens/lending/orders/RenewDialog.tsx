import type { Endpoint } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { refusalText } from '../parts/words.ts';

type Props = {
  line: RentalLine;
  /** Rejection by the server, including the day on which the device is needed. */
  refused: AppError;
  refreshes: readonly Endpoint[];
  onRenewed: (order: RentalOrder) => void;
  onClose: () => void;
};

/** Lets the desk override a rule that forbids the renewal of a loan. */
export function RenewDialog({ line, refused, refreshes, onRenewed, onClose }: Props) {
  const { t, locale } = useT();
  const renew = useCall(lending.renew, { refreshes });
  return (
    <ConfirmDialog
      title={t('lending.renew.title', { name: line.model.name })}
      action={t('lending.renew.anyway')}
      disabled={renew.isPending}
      onAction={() => renew.mutate({ params: { id: line.id }, body: { override: true } }, { onSuccess: onRenewed })}
      onClose={onClose}
    >
      <FormProblem>{renew.error && refusalText(t, renew.error, locale)}</FormProblem>
      <p>{refusalText(t, refused, locale)}</p>
    </ConfirmDialog>
  );
}
