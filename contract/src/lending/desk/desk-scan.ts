/** A device scanned at the desk without an open order (docs/behaviour/lending.md#at-the-desk). */
import { z } from 'zod';
import { day } from '../../fields.ts';

/** Maximum number of orders proposed for a scanned device. */
export const MAX_SCAN_ORDERS = 8;

/** Order that a scanned device may be for. */
const ScanOrder = z.object({ id: z.uuid(), number: z.string(), borrower: z.string(), title: z.string(), start: day, end: day });
export type ScanOrder = z.output<typeof ScanOrder>;

/** Device, and the orders it may be handed over for. */
export const ScanAnswer = z.object({
  item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }),
  /** Order the device is ready for, or `null`. */
  ready: ScanOrder.nullable(),
  /** Orders of today for this device or its model, earliest first. */
  orders: z.array(ScanOrder).max(MAX_SCAN_ORDERS),
});
