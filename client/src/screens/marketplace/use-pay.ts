import { orders } from '@fundus/contract/marketplace/orders';
import { useCall } from '../../api/query.ts';
import { ORDER_READS } from './reads.ts';

/** Leads to the page of the provider on which an order is paid; where that fails the page of the order offers it again. */
export function usePay() {
  const { mutateAsync, isPending, error } = useCall(orders.pay, ORDER_READS);
  const pay = (id: string): void =>
    void mutateAsync({ params: { id } }).then(
      ({ url }) => location.assign(url),
      () => undefined,
    );
  return { pay, isPending, error };
}
