/** What the marketplace offers to others. */
export { takePayment } from './pay.ts';
