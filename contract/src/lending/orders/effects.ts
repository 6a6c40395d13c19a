/** Open orders that are affected by a change of hours, rules or tours (docs/behaviour/lending.md#changes-of-hours-and-rules). */
import { z } from 'zod';
import { day } from '../../fields.ts';
import { CourierDays } from '../allocation/courier.ts';

/** First and last day on which the device can be collected, and the last day of the loan. */
const DeskDates = z.object({ pick_up: day, collect_until: day.nullable(), end: day });

/** `no_device` means that the dates stay because no device is free on the new ones. `closed` means a loan by lesson on a day that is now closed. */
export const EFFECT_PROBLEMS = ['no_device', 'closed'] as const;

export const OrderEffect = z.object({
  order: z.uuid(),
  number: z.string(),
  borrower: z.string(),
  school: z.string(),
  lines: z.array(
    z.object({
      model: z.string(),
      on_loan: z.boolean(),
      /** Courier days before and after the change. `to` is `null` if the borrower must collect and return the device. */
      from: CourierDays.nullable(),
      to: CourierDays.nullable(),
      before: DeskDates,
      after: DeskDates,
      problem: z.enum(EFFECT_PROBLEMS).nullable(),
    }),
  ),
});
export type OrderEffect = z.output<typeof OrderEffect>;
