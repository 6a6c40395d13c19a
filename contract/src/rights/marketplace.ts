/** Rights in the marketplace of the school's district. `marks.ts` explains the terms. */
import type { marketplace } from '../marketplace/marketplace.ts';
import type { orders } from '../marketplace/orders.ts';
import type { trials } from '../marketplace/trials.ts';
import { DISTRICT, EVERYBODY, OF_THE_DISTRICT, REFUSED, SIGNED_IN, UNKNOWN, but, type Right } from './marks.ts';

/** Guests see the products of all districts, users only the products of their own district. */
const OF_THE_SHOP = but(EVERYBODY, { unknown: ['otherDistrictAdmin'] });
/** Teachers request products; administrators can request and buy. */
const ASKS = but(SIGNED_IN, { refused: ['learner', 'staff'] });
const BUYS = but(ASKS, { refused: ['teacher'] });
/** Rights on an order that a colleague submitted to the administrator. */
const OF_THE_BUYER = but(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] });
/** Rights on a trial of a colleague. */
const OF_A_COLLEAGUE = but(UNKNOWN, { in: ['schoolAdmin', 'basicView'] });
/** Rights on a completed purchase, which the selling district can also see. */
const OF_BOTH = but(OF_THE_BUYER, { in: ['districtAdmin'] });

export const MARKETPLACE_RIGHTS: Record<keyof typeof marketplace | keyof typeof orders | keyof typeof trials, Right> = {
  accept: but(OF_BOTH, { refused: ['schoolAdmin', 'basicView', 'code'] }),
  /** The test adds an offer that does not exist. */
  addLine: but(ASKS, { unknown: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView', 'districtAdmin', 'otherDistrictAdmin'] }),
  approve: but(OF_THE_BUYER, { refused: ['code'] }),
  requestPurchase: ASKS,
  requestTrial: but(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  buy: BUYS,
  cancel: but(OF_BOTH, { refused: ['code'] }),
  cart: ASKS,
  changeProduct: OF_THE_DISTRICT,
  createProduct: DISTRICT,
  decideTrial: OF_A_COLLEAGUE,
  decideWishes: but(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  decline: but(OF_THE_BUYER, { refused: ['code'] }),
  endTrial: OF_A_COLLEAGUE,
  importProducts: DISTRICT,
  invoice: but(OF_BOTH, { refused: ['code'] }),
  ofMedium: EVERYBODY,
  order: but(OF_BOTH, { refused: ['code'] }),
  orders: SIGNED_IN,
  exportOrders: SIGNED_IN,
  /** The test portal has no payment provider. */
  pay: but(OF_THE_BUYER, { refused: ['districtAdmin', 'code'] }),
  product: OF_THE_SHOP,
  products: EVERYBODY,
  refund: but(OF_BOTH, { refused: ['schoolAdmin', 'basicView', 'code'] }),
  removeLine: UNKNOWN,
  seller: DISTRICT,
  setBudget: but(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  setSeller: DISTRICT,
  settle: but(OF_BOTH, { refused: ['schoolAdmin', 'basicView', 'code'] }),
  trials: SIGNED_IN,
  undoOrder: but(OF_THE_BUYER, { refused: ['code'] }),
  undoTrial: OF_A_COLLEAGUE,
  wishProduct: but(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  withdraw: but(OF_BOTH, { refused: ['code'] }),
};
