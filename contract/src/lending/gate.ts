/** Access rules and fields shared by all calls of lending. */
import { z } from 'zod';

/** Maximum number of devices of one model in an order. */
export const MAX_AT_ONCE = 20;

/** Access for users of the schools of a point, and for its desk. */
export const lendingGate = { access: 'user', setting: 'GeraeteVerleih' } as const;

/** Like `lendingGate`, and for anonymous visitors if a media centre shows them its devices. */
export const lookGate = { ...lendingGate, guests: 'mediaCentre' } as const;

/** Idempotency key of an action. A repeated request with the same key returns the first reply. */
export const key = z.uuid().optional();
