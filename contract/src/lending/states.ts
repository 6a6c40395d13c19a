/** States of order lines and devices (docs/behaviour/lending.md#states). States that depend on dates are derived and not stored. */
import { shiftDay } from '../days.ts';
import { isLoanOver } from './calendar/lessons.ts';

/** Stored states of an order line. */
export const LINE_STATES = [
  'in_cart',
  'requested',
  'approved',
  'ready',
  'on_loan',
  'returned',
  'lost',
  'rejected',
  'cancelled',
  'expired',
  'not_collected',
] as const;
export type LineState = (typeof LINE_STATES)[number];
export const LINE_EVENTS = [
  'submit',
  'approve',
  'reject',
  'cancel',
  'lapse',
  'prepare',
  'hand_over',
  'renew',
  'take_back',
  'lose',
] as const;
export type LineEvent = (typeof LINE_EVENTS)[number];

/** Allowed transitions. All other events are rejected with `state_conflict`. */
const LINE_MOVES: Record<LineState, Partial<Record<LineEvent, LineState>>> = {
  in_cart: { submit: 'requested' },
  requested: { approve: 'approved', reject: 'rejected', cancel: 'cancelled', lapse: 'expired' },
  approved: { prepare: 'ready', hand_over: 'on_loan', cancel: 'cancelled', lapse: 'not_collected' },
  ready: { hand_over: 'on_loan', cancel: 'cancelled', lapse: 'not_collected' },
  on_loan: { renew: 'on_loan', take_back: 'returned', lose: 'lost' },
  returned: {},
  lost: {},
  rejected: {},
  cancelled: {},
  expired: {},
  not_collected: {},
};

export const moveLine = (state: LineState, event: LineEvent): LineState | undefined => LINE_MOVES[state][event];

/** States in which an order line occupies a device. In a cart, it does so until the reservation expires. */
export const OPEN_STATES = ['in_cart', 'requested', 'approved', 'ready', 'on_loan'] as const satisfies readonly LineState[];
export const isLineOver = (state: LineState): boolean => !(OPEN_STATES as readonly LineState[]).includes(state);

/** Maximum number of days for which a teacher can agree to a learner's order, at most until its first day. */
export const AGREE_DAYS = 3;
export const agreeUntil = (start: string, day: string): string => {
  const last = shiftDay(day, AGREE_DAYS);
  return start < last ? start : last;
};

/**
 * Dates of an order line. `ends_at` is the end of the last lesson, and `agree_until` the deadline of the teacher. Both are `null` if they do not
 * apply.
 */
type Dated = {
  state: LineState;
  start: string;
  end: string;
  ends_at: string | null;
  collect_until: string | null;
  agree_until: string | null;
};
type Now = { day: string; time: string };

/** Returns the current state of an order line, derived from its stored state and its dates. */
export function lineStateAt({ state, start, end, ends_at, collect_until, agree_until }: Dated, now: Now): LineState {
  const over = ends_at !== null && isLoanOver({ end, ends_at }, now);
  if (state === 'requested' && (over || start < now.day || (agree_until !== null && agree_until < now.day))) return 'expired';
  if ((state === 'approved' || state === 'ready') && (over || (collect_until !== null && collect_until < now.day))) return 'not_collected';
  return state;
}

export const isOverdue = ({ state, end, ends_at }: Pick<Dated, 'state' | 'end' | 'ends_at'>, now: Now): boolean =>
  state === 'on_loan' && isLoanOver({ end, ends_at }, now);

export const ORDER_STATES = ['cart', 'cart_stale', 'requested', 'approved', 'rejected', 'cancelled', 'expired', 'closed'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Returns the state of an order, which is derived from its lines. `alive` is true while the reservation of the cart has not expired. */
export function orderState(lines: readonly LineState[], { submitted, alive }: { submitted: boolean; alive: boolean }): OrderState {
  if (!submitted) return alive ? 'cart' : 'cart_stale';
  if (lines.includes('requested')) return 'requested';
  if (lines.some((state) => !isLineOver(state))) return 'approved';
  for (const state of ['rejected', 'cancelled', 'expired'] as const) if (lines.every((each) => each === state)) return state;
  return 'closed';
}

/** Stored states of a device. Its assignments and loans are derived from order lines. */
export const ITEM_STATES = ['available', 'quarantine', 'repair', 'lost', 'retired'] as const;
export type ItemState = (typeof ITEM_STATES)[number];
export const ITEM_EVENTS = ['repair', 'release', 'lose', 'find', 'retire'] as const;
export type ItemEvent = (typeof ITEM_EVENTS)[number];

const ITEM_MOVES: Record<ItemState, Partial<Record<ItemEvent, ItemState>>> = {
  available: { repair: 'repair', retire: 'retired' },
  quarantine: { repair: 'repair', release: 'available', lose: 'lost', retire: 'retired' },
  // Repeating `repair` changes the day on which the device is expected back.
  repair: { repair: 'repair', release: 'available', retire: 'retired' },
  lost: { find: 'quarantine', retire: 'retired' },
  retired: {},
};

/** Returns the state after an event, or `undefined`. The state of a device on loan changes only with its return. */
export const moveItem = (state: ItemState, event: ItemEvent, onLoan: boolean): ItemState | undefined =>
  onLoan ? undefined : ITEM_MOVES[state][event];

/** Conditions in which a device can be returned. */
export const RETURN_RESULTS = ['ok', 'incomplete', 'damaged', 'lost'] as const;

/** Kinds of entries in the record of a device. */
export const RECORD_KINDS = ['issue', 'return', 'check', 'repair', 'release', 'lose', 'find', 'retire'] as const;

export const SEVERITIES = ['cosmetic', 'limited', 'unusable'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const DAMAGE_STATES = ['reported', 'examined', 'in_repair', 'repaired', 'written_off'] as const;
export type DamageState = (typeof DAMAGE_STATES)[number];
export const LIABILITIES = ['none', 'open', 'settled', 'waived'] as const;
export type Liability = (typeof LIABILITIES)[number];

const DAMAGE_MOVES: Record<DamageState, readonly DamageState[]> = {
  reported: ['examined'],
  examined: ['in_repair', 'repaired', 'written_off'],
  in_repair: ['repaired', 'written_off'],
  repaired: [],
  written_off: [],
};
const LIABILITY_MOVES: Record<Liability, readonly Liability[]> = { none: ['open'], open: ['settled', 'waived'], settled: [], waived: [] };

/** Returns the states that can follow the state of a damage report. */
export const damageAfter = (state: DamageState): readonly DamageState[] => DAMAGE_MOVES[state];
export const liabilityAfter = (liability: Liability): readonly Liability[] => LIABILITY_MOVES[liability];
/** States of a damage report that need no further work. */
export const DAMAGE_OVER = ['repaired', 'written_off'] as const satisfies readonly DamageState[];

/** Ways of delivery. */
export const DELIVERIES = ['pickup', 'courier', 'post'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** Progress of a courier: on the way to the school, delivered, or collected. */
export const COURIER_STATES = ['out', 'brought', 'fetched'] as const;
export type CourierState = (typeof COURIER_STATES)[number];

/** Returns whether a courier may report the next step. The handover itself sets `out`. */
export const mayMark = (from: CourierState | null, to: 'brought' | 'fetched'): boolean =>
  to === 'brought' ? from === 'out' : from === 'brought';
