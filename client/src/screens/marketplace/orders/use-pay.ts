import { orders } from '@fundus/contract/marketplace/orders';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { ORDER_READS } from '../reads.ts';
import { marketRefusalText } from '../words.ts';

/** Returns a function that opens the page of the payment provider. If that fails, shows why, and the user can retry on the order page. */
export function usePay() {
  const { t } = useT();
  const { mutateAsync, isPending } = useCall(orders.pay, ORDER_READS);
  const pay = (id: string): void =>
    void mutateAsync({ params: { id } }).then(
      ({ url }) => location.assign(url),
      (error) => showSnackbar({ text: marketRefusalText(t, error), type: 'error' }),
    );
  return { pay, isPending };
}
