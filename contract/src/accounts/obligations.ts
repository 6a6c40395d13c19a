/** Obligations prevent the deletion of an account until they are settled (docs/behaviour/accounts.md#obligations). */
import { z } from 'zod';
import { count } from '../fields.ts';

/** Kinds of obligations: a device on loan, an open order, or an unpaid fee or damage. */
export const OBLIGATIONS = ['device', 'order', 'fee'] as const;
/** `place` is the place at which the user can settle the obligation. */
export const Obligation = z.object({ kind: z.enum(OBLIGATIONS), count, place: z.string() });
export type Obligation = z.output<typeof Obligation>;
