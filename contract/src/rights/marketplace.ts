/** Who may ask what at the marketplace of the district a school is in; the words are explained in `marks.ts`. */
import type { marketplace } from '../marketplace/marketplace.ts';
import { DISTRICT, EVERYBODY, OF_THE_DISTRICT, REFUSED, but, type Right } from './marks.ts';

/** Guests look at every district's products, the others at those of their own. */
const OF_THE_SHOP = but(EVERYBODY, { unknown: ['otherDistrictAdmin'] });

export const MARKETPLACE_RIGHTS: Record<keyof typeof marketplace, Right> = {
  changeProduct: OF_THE_DISTRICT,
  createProduct: DISTRICT,
  decideWishes: but(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
  importProducts: DISTRICT,
  ofMedium: EVERYBODY,
  product: OF_THE_SHOP,
  products: EVERYBODY,
  seller: DISTRICT,
  setSeller: DISTRICT,
  wishProduct: but(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin', 'basicView'] }),
};
