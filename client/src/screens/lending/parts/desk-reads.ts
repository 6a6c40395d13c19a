import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';

/** Queries to refetch after the desk has changed an order, a borrower or a device. */
export const DESK_READS = [
  lendingDesk.desk,
  lendingDesk.items,
  lendingTimeline.timeline,
  lendingBorrower.borrowerPage,
  lendingBorrower.borrowerHistory,
  lendingBorrower.devicePage,
];
