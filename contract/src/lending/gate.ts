/** Access rules and fields shared by all lending endpoints. */
import { z } from 'zod';

/** Maximum number of devices of the same model in an order. */
export const MAX_AT_ONCE = 20;

/** Admits users of the schools of a lending point, and its desk. */
export const lendingGate = { access: 'user', setting: 'GeraeteVerleih' } as const;

/** Like `lendingGate`, but also admits anonymous visitors if a media centre shows them its devices. */
export const viewGate = { ...lendingGate, guests: 'mediaCentre' } as const;

/** Idempotency key of an action. A repeated request with the same key returns the first reply. */
export const idempotencyKey = z.uuid().optional();
