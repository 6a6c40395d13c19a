/** What the marketplace offers to others. */
export { keptFrom } from './order-repository.ts';
export { takePayment } from './pay.ts';
