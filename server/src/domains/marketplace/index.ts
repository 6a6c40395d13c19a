/** Public API of the marketplace. */
export { takePayment } from './payment/pay.ts';
