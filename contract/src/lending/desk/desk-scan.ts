/** A device scanned at the desk without an open order (docs/behaviour/lending.md#at-the-desk). */
import { z } from 'zod';
import { day } from '../../fields.ts';

/** Maximum number of orders proposed for a scanned device. */
export const MAX_SCAN_ORDERS = 8;

/** An order a scanned device may belong to. */
const ScanOrder = z.object({ id: z.uuid(), number: z.string(), borrower: z.string(), title: z.string(), start: day, end: day });
export type ScanOrder = z.output<typeof ScanOrder>;

/** The device and the orders it may go out for. */
export const ScanAnswer = z.object({
  item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }),
  /** The order the device is ready for; null: it is ready for none. */
  ready: ScanOrder.nullable(),
  /** Orders that wait for this device or its model today, the earliest first. */
  orders: z.array(ScanOrder).max(MAX_SCAN_ORDERS),
});
