import { z } from 'zod';
import { day } from '../../fields.ts';

/** A booking that cannot be fulfilled as promised. */
export const DeskTask = z.object({
  line_id: z.uuid(),
  order_id: z.uuid(),
  number: z.string(),
  borrower: z.string(),
  model: z.string(),
  start: day,
  end: day,
  /** `displaced`: its device went to another borrower; `gone`: it is not lent; `late`: its borrower is overdue;
   * `leaving`: the account of its borrower is to be deleted. */
  why: z.enum(['displaced', 'gone', 'late', 'leaving']),
});
