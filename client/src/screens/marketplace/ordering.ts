/** Ordering: loaded when somebody does. */
export { CartTab } from './CartTab.tsx';
export { OrdersTab } from './OrdersTab.tsx';
