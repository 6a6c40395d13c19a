/** Reads what is beside the user's own orders: orders of learners, and entries in waiting lists. */
import { lendingWaiting, type WaitEntry } from '@fundus/contract/lending/cart/waiting';
import { lendingAgreement } from '@fundus/contract/lending/orders/agreement';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

/** Returns whether the borrower still sees an entry of a waiting list. */
export const isWaitShown = ({ state }: WaitEntry): boolean => state === 'waiting' || state === 'offered' || state === 'lapsed';

export function useBeside(enabled: boolean) {
  const orders = useQuery({ ...query(lendingAgreement.responsible), staleTime: 0, enabled });
  const waits = useQuery({ ...query(lendingWaiting.waits), staleTime: 0, enabled });
  const learners = orders.data?.items ?? [];
  const waiting = (waits.data?.items ?? []).filter(isWaitShown);
  return {
    /** The columns of the page are known. */
    loaded: !orders.isLoading && !waits.isLoading,
    some: learners.length + waiting.length > 0,
    /** Number of orders and offers that wait for an answer of the user. */
    asked: learners.filter(({ can }) => can.agree).length,
    offered: waiting.filter(({ can }) => can.answer).length,
  };
}
