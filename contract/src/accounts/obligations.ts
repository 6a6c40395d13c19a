/** An obligation keeps an account until it is settled (docs/behaviour/accounts.md#obligations). */
import { z } from 'zod';
import { count } from '../fields.ts';

/** A device on loan, an open order, an amount or damage that is not settled. */
export const OBLIGATIONS = ['device', 'order', 'fee'] as const;
/** `place`: where it is settled. */
export const Obligation = z.object({ kind: z.enum(OBLIGATIONS), count, place: z.string() });
export type Obligation = z.output<typeof Obligation>;
