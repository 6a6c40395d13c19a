/** What the marketplace offers to others. */
export { takePayment } from './payment/pay.ts';
