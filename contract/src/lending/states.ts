/** State machines of order lines and devices (docs/behaviour/lending.md#states). Pure. States that follow from dates are derived, not stored. */
import { shiftDay } from '../days.ts';
import { areOver } from './calendar/lessons.ts';

/** Stored states of a line. */
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

/** Transitions of a line; any other throws `state_conflict`. */
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

/** States that occupy a device: from the request on, and in a cart while the hold lasts. */
export const OPEN_STATES = ['in_cart', 'requested', 'approved', 'ready', 'on_loan'] as const satisfies readonly LineState[];
export const isOver = (state: LineState): boolean => !(OPEN_STATES as readonly LineState[]).includes(state);

/** Days within which a teacher must approve a learner's request, at most until its first day. */
export const AGREE_DAYS = 3;
export const agreeUntil = (start: string, day: string): string => {
  const last = shiftDay(day, AGREE_DAYS);
  return start < last ? start : last;
};

/** `ends_at`: end of the last lesson; null: lent by the day. `agree_until`: deadline of the teacher's approval; null: none required. */
type Dated = {
  state: LineState;
  start: string;
  end: string;
  ends_at: string | null;
  collect_until: string | null;
  agree_until: string | null;
};
type Now = { day: string; time: string };

/** Returns the state of a line now, including expiry that is not stored yet. */
export function lineStateAt({ state, start, end, ends_at, collect_until, agree_until }: Dated, now: Now): LineState {
  const over = ends_at !== null && areOver({ end, ends_at }, now);
  if (state === 'requested' && (over || start < now.day || (agree_until !== null && agree_until < now.day))) return 'expired';
  if ((state === 'approved' || state === 'ready') && (over || (collect_until !== null && collect_until < now.day))) return 'not_collected';
  return state;
}

export const isOverdue = ({ state, end, ends_at }: Pick<Dated, 'state' | 'end' | 'ends_at'>, now: Now): boolean =>
  state === 'on_loan' && areOver({ end, ends_at }, now);

export const ORDER_STATES = ['cart', 'cart_stale', 'requested', 'approved', 'rejected', 'cancelled', 'expired', 'closed'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Returns the state of an order, derived from its lines as of today. `alive`: the hold of the cart lasts. */
export function orderState(lines: readonly LineState[], { submitted, alive }: { submitted: boolean; alive: boolean }): OrderState {
  if (!submitted) return alive ? 'cart' : 'cart_stale';
  if (lines.includes('requested')) return 'requested';
  if (lines.some((state) => !isOver(state))) return 'approved';
  for (const state of ['rejected', 'cancelled', 'expired'] as const) if (lines.every((each) => each === state)) return state;
  return 'closed';
}

/** Stored states of a device; assignments, loans and buffers are derived from lines and dates. */
export const ITEM_STATES = ['available', 'quarantine', 'repair', 'lost', 'retired'] as const;
export type ItemState = (typeof ITEM_STATES)[number];
export const ITEM_EVENTS = ['repair', 'release', 'lose', 'find', 'retire'] as const;
export type ItemEvent = (typeof ITEM_EVENTS)[number];

const ITEM_MOVES: Record<ItemState, Partial<Record<ItemEvent, ItemState>>> = {
  available: { repair: 'repair', retire: 'retired' },
  quarantine: { repair: 'repair', release: 'available', lose: 'lost', retire: 'retired' },
  // Another day on which it is expected.
  repair: { repair: 'repair', release: 'available', retire: 'retired' },
  lost: { find: 'quarantine', retire: 'retired' },
  retired: {},
};

/** Returns the state after an event, or null. A device on loan changes only by its return. */
export const moveItem = (state: ItemState, event: ItemEvent, onLoan: boolean): ItemState | undefined =>
  onLoan ? undefined : ITEM_MOVES[state][event];

/** Results of a return. */
export const RETURN_RESULTS = ['ok', 'incomplete', 'damaged', 'lost'] as const;
export type ReturnResult = (typeof RETURN_RESULTS)[number];

/** Kinds of entries in the history of a device. */
export const RECORD_KINDS = ['issue', 'return', 'check', 'repair', 'release', 'lose', 'find', 'retire'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

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

/** Returns the states a damage report can change to. */
export const damageAfter = (state: DamageState): readonly DamageState[] => DAMAGE_MOVES[state];
export const liabilityAfter = (liability: Liability): readonly Liability[] => LIABILITY_MOVES[liability];
/** Final states: nothing to do and no open amount. */
export const DAMAGE_OVER = ['repaired', 'written_off'] as const satisfies readonly DamageState[];

/** Kinds of delivery. */
export const DELIVERIES = ['pickup', 'courier', 'post'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** Progress of a courier delivery: on the way to the school, delivered, collected. */
export const COURIER_STATES = ['out', 'brought', 'fetched'] as const;
export type CourierState = (typeof COURIER_STATES)[number];

/** Returns whether the courier may set this state: they follow one another. The hand-over sets `out`, the return ends it. */
export const mayMark = (from: CourierState | null, to: 'brought' | 'fetched'): boolean =>
  to === 'brought' ? from === 'out' : from === 'brought';
