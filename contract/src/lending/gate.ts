/** Gates and fields shared by all endpoints of lending. */
import { z } from 'zod';

/** Maximum number of devices of one model in an order. */
export const MAX_AT_ONCE = 20;

/** Gate for members of the point's schools and for its desk. */
export const lendingGate = { access: 'user', setting: 'GeraeteVerleih' } as const;

/** Gate that also admits guests if the media centre shows its devices publicly. */
export const lookGate = { ...lendingGate, guests: 'mediaCentre' } as const;

/** Idempotency key of an action: repeating it has no effect and returns the same reply. */
export const key = z.uuid().optional();
