import { z } from 'zod';
import { day } from '../../fields.ts';

/** Booking that cannot be fulfilled as promised. */
export const DeskTask = z.object({
  line_id: z.uuid(),
  order_id: z.uuid(),
  number: z.string(),
  borrower: z.string(),
  model: z.string(),
  start: day,
  end: day,
  /**
   * Reason. `displaced` means that the device went to another borrower, and `gone` that it cannot be lent. `late` means that its current borrower is
   * overdue, and `leaving` that the account of the booking's borrower will be deleted.
   */
  why: z.enum(['displaced', 'gone', 'late', 'leaving']),
});
