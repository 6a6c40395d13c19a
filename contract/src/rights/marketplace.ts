/** Rights in the marketplace of the school's district. `marks.ts` explains the terms. */
import type { marketplace } from '../marketplace/marketplace.ts';
import type { orders } from '../marketplace/orders.ts';
import type { trials } from '../marketplace/trials.ts';
import { DISTRICT, EVERYBODY, OF_THE_DISTRICT, REFUSED, SIGNED_IN, UNKNOWN, withMarks, type Right } from './marks.ts';

/** Guests see the products of all districts, users only the products of their own district. */
const OF_THE_SHOP = withMarks(EVERYBODY, { unknown: ['otherDistrictAdmin'] });
/** Teachers request products; administrators can request and buy. */
const ASKS = withMarks(SIGNED_IN, { refused: ['learner', 'staff'] });
const BUYS = withMarks(ASKS, { refused: ['teacher'] });
/** Rights on an order that a colleague submitted to the administrator. */
const OF_THE_BUYER = withMarks(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] });
/** Rights on a trial of a colleague. */
const OF_A_COLLEAGUE = withMarks(UNKNOWN, { in: ['schoolAdmin', 'basicView'] });
/** Rights on a completed purchase, which the selling district can also see. */
const OF_BOTH = withMarks(OF_THE_BUYER, { in: ['districtAdmin'] });

export const MARKETPLACE_RIGHTS: Record<keyof typeof marketplace | keyof typeof orders | keyof typeof trials, Right> = {
  accept: withMarks(OF_BOTH, { refused: ['schoolAdmin', 'basicView', 'code'] }),
  /** The test adds an offer that does not exist. */
  addLine: withMarks(ASKS, { unknown: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView', 'districtAdmin', 'otherDistrictAdmin'] }),
  approve: withMarks(OF_THE_BUYER, { refused: ['code'] }),
  requestPurchase: ASKS,
  requestTrial: withMarks(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  buy: BUYS,
  cancel: withMarks(OF_BOTH, { refused: ['code'] }),
  cart: ASKS,
  changeProduct: OF_THE_DISTRICT,
  createProduct: DISTRICT,
  decideTrial: OF_A_COLLEAGUE,
  decideWishes: withMarks(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  decline: withMarks(OF_THE_BUYER, { refused: ['code'] }),
  endTrial: OF_A_COLLEAGUE,
  importProducts: DISTRICT,
  invoice: withMarks(OF_BOTH, { refused: ['code'] }),
  ofMedium: EVERYBODY,
  order: withMarks(OF_BOTH, { refused: ['code'] }),
  orders: SIGNED_IN,
  exportOrders: SIGNED_IN,
  /** The test portal has no payment provider. */
  pay: withMarks(OF_THE_BUYER, { refused: ['districtAdmin', 'code'] }),
  product: OF_THE_SHOP,
  products: EVERYBODY,
  refund: withMarks(OF_BOTH, { refused: ['schoolAdmin', 'basicView', 'code'] }),
  removeLine: UNKNOWN,
  seller: DISTRICT,
  setBudget: withMarks(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  setSeller: DISTRICT,
  settle: withMarks(OF_BOTH, { refused: ['schoolAdmin', 'basicView', 'code'] }),
  trials: SIGNED_IN,
  undoOrder: withMarks(OF_THE_BUYER, { refused: ['code'] }),
  undoTrial: OF_A_COLLEAGUE,
  wishProduct: withMarks(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  withdraw: withMarks(OF_BOTH, { refused: ['code'] }),
};
