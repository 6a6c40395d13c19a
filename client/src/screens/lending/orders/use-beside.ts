/** Queries for the column next to the user's orders: learners' orders and waiting list entries. */
import { lendingWaiting, type WaitEntry } from '@fundus/contract/lending/cart/waiting';
import { lendingAgreement } from '@fundus/contract/lending/orders/agreement';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

/** Returns whether an entry of the waiting list is still shown to the borrower. */
export const isWaitShown = ({ state }: WaitEntry): boolean => state === 'waiting' || state === 'offered' || state === 'lapsed';

export function useSideColumn(enabled: boolean) {
  const orders = useQuery({ ...query(lendingAgreement.responsible), staleTime: 0, enabled });
  const waits = useQuery({ ...query(lendingWaiting.waits), staleTime: 0, enabled });
  const learners = orders.data?.items ?? [];
  const waiting = (waits.data?.items ?? []).filter(isWaitShown);
  return {
    /** True once it is known whether the page needs the second column. */
    loaded: !orders.isLoading && !waits.isLoading,
    some: learners.length + waiting.length > 0,
    /** Number of learners' orders that need an answer from the user. */
    asked: learners.filter(({ can }) => can.agree).length,
    offered: waiting.filter(({ can }) => can.answer).length,
  };
}
