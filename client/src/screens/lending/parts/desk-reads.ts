import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';

/** Reads that acts of the desk on an order, a borrower or a device change. */
export const DESK_READS = [
  lendingDesk.desk,
  lendingDesk.items,
  lendingBorrower.borrowerPage,
  lendingBorrower.borrowerHistory,
  lendingBorrower.devicePage,
];
