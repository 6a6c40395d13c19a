import { orders } from '@fundus/contract/marketplace/orders';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { ORDER_READS } from '../reads.ts';
import { refusalWords } from '../words.ts';

/** Leads to the page of the provider on which an order is paid; where that fails it is said, and the page of the order offers it again. */
export function usePay() {
  const { t } = useT();
  const { mutateAsync, isPending } = useCall(orders.pay, ORDER_READS);
  const pay = (id: string): void =>
    void mutateAsync({ params: { id } }).then(
      ({ url }) => location.assign(url),
      (error) => showSnackbar({ text: refusalWords(t, error), type: 'error' }),
    );
  return { pay, isPending };
}
