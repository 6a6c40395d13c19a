/** Who may ask what at the marketplace of the district a school is in; the words are explained in `marks.ts`. */
import type { marketplace } from '../marketplace/marketplace.ts';
import type { orders } from '../marketplace/orders.ts';
import type { trials } from '../marketplace/trials.ts';
import { DISTRICT, EVERYBODY, OF_THE_DISTRICT, REFUSED, SIGNED_IN, UNKNOWN, but, type Right } from './marks.ts';

/** Guests look at every district's products, the others at those of their own. */
const OF_THE_SHOP = but(EVERYBODY, { unknown: ['otherDistrictAdmin'] });
/** Who teaches asks, who administrates buys. */
const ASKS = but(SIGNED_IN, { refused: ['learner', 'staff'] });
const BUYS = but(ASKS, { refused: ['teacher'] });
/** An order of a colleague that was sent to the administrator; nobody else knows of it. */
const OF_THE_BUYER = but(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] });
/** A trial of a colleague. */
const OF_A_COLLEAGUE = but(UNKNOWN, { in: ['schoolAdmin', 'basicView'] });
/** … that was bought: the district sells it. */
const OF_BOTH = but(OF_THE_BUYER, { in: ['districtAdmin'] });

export const MARKETPLACE_RIGHTS: Record<keyof typeof marketplace | keyof typeof orders | keyof typeof trials, Right> = {
  accept: but(OF_BOTH, { refused: ['schoolAdmin', 'basicView', 'code'] }),
  /** No offer there is. */
  addLine: but(ASKS, { unknown: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView', 'districtAdmin', 'otherDistrictAdmin'] }),
  approve: but(OF_THE_BUYER, { refused: ['code'] }),
  ask: ASKS,
  askTrial: but(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
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
  /** Nobody pays online where no provider is set up. */
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
  wishProduct: but(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  withdraw: but(OF_BOTH, { refused: ['code'] }),
};
