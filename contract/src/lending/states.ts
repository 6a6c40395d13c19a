/** What lines of an order and devices go through (docs/behaviour/lending.md#states). Pure. What time makes of them is worked out here and not stored. */
import { shiftDay } from '../days.ts';
import { areOver } from './calendar/lessons.ts';

/** As a line is kept. */
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

/** What is not here is refused (`state_conflict`). */
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

/** Lines that hold a device: what is promised is held from the first minute. In a cart it is while the hold lasts. */
export const OPEN_STATES = ['in_cart', 'requested', 'approved', 'ready', 'on_loan'] as const satisfies readonly LineState[];
export const isOver = (state: LineState): boolean => !(OPEN_STATES as readonly LineState[]).includes(state);

/** A teacher has so many days to agree to what a learner asks for, and no longer than until its first day. */
export const AGREE_DAYS = 3;
export const agreeUntil = (start: string, day: string): string => {
  const last = shiftDay(day, AGREE_DAYS);
  return start < last ? start : last;
};

/** `ends_at`: when the last lesson is over; null: it is lent by the day. `agree_until`: until when it waits for a teacher; null: it does not. */
type Dated = {
  state: LineState;
  start: string;
  end: string;
  ends_at: string | null;
  collect_until: string | null;
  agree_until: string | null;
};
type Now = { day: string; time: string };

/** A line as it is now, also where nobody has written down yet that its time is over. */
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

/** Never stored: what its lines say, as they are on the day. `alive`: the hold of the cart lasts. */
export function orderState(lines: readonly LineState[], { submitted, alive }: { submitted: boolean; alive: boolean }): OrderState {
  if (!submitted) return alive ? 'cart' : 'cart_stale';
  if (lines.includes('requested')) return 'requested';
  if (lines.some((state) => !isOver(state))) return 'approved';
  for (const state of ['rejected', 'cancelled', 'expired'] as const) if (lines.every((each) => each === state)) return state;
  return 'closed';
}

/** As a device is kept; that it is assigned, on loan or between two loans follows from its lines and its day. */
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

/** A device somebody has is moved by nothing but its return. */
export const moveItem = (state: ItemState, event: ItemEvent, onLoan: boolean): ItemState | undefined =>
  onLoan ? undefined : ITEM_MOVES[state][event];

/** How a device came back. */
export const RETURN_RESULTS = ['ok', 'incomplete', 'damaged', 'lost'] as const;
export type ReturnResult = (typeof RETURN_RESULTS)[number];

/** What is written down of a device over its life. */
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

/** What a report may become. */
export const damageAfter = (state: DamageState): readonly DamageState[] => DAMAGE_MOVES[state];
export const liabilityAfter = (liability: Liability): readonly Liability[] => LIABILITY_MOVES[liability];
/** Nothing is to be done any more, and nothing owed. */
export const DAMAGE_OVER = ['repaired', 'written_off'] as const satisfies readonly DamageState[];

/** How an order gets to its borrower. */
export const DELIVERIES = ['pickup', 'courier', 'post'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** How far it is with what goes by courier: on the way to the school, there, on the way back. */
export const COURIER_STATES = ['out', 'brought', 'fetched'] as const;
export type CourierState = (typeof COURIER_STATES)[number];

/** What the courier says comes one after the other; that it leaves is said by handing it over, that it is back by its return. */
export const mayMark = (from: CourierState | null, to: 'brought' | 'fetched'): boolean =>
  to === 'brought' ? from === 'out' : from === 'brought';
