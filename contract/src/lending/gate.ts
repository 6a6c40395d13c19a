/** Gates and fields that all calls of lending share. */
import { z } from 'zod';

/** In one order, of one model. */
export const MAX_AT_ONCE = 20;

/** For whoever works at a school of the point, and for those behind its desk. */
export const lendingGate = { access: 'user', setting: 'GeraeteVerleih' } as const;

/** … and for guests where a media centre shows them what it has. */
export const lookGate = { ...lendingGate, guests: 'mediaCentre' } as const;

/** Of one act: what is sent again with it, because no answer came, does nothing and hears the same. */
export const key = z.uuid().optional();
