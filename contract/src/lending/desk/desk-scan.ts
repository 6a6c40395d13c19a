/** Reply to a scan at the desk while no order is open (docs/behaviour/lending.md#at-the-desk). */
import { z } from 'zod';
import { day } from '../../fields.ts';

/** Maximum number of orders offered for a scanned device. */
export const MAX_SCAN_ORDERS = 8;

/** Order for which a scanned device can be handed over. */
const ScanOrder = z.object({ id: z.uuid(), number: z.string(), borrower: z.string(), title: z.string(), start: day, end: day });
export type ScanOrder = z.output<typeof ScanOrder>;

/** Scanned device, and the orders for which it can be handed over. */
export const ScanAnswer = z.object({
  item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }),
  /** Order for which the device is ready, or `null`. */
  ready: ScanOrder.nullable(),
  /** Orders of today for this device or its model, earliest first. */
  orders: z.array(ScanOrder).max(MAX_SCAN_ORDERS),
});
