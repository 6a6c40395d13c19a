/** Public API of the marketplace. */
export { processNotification } from './payment/pay.ts';
