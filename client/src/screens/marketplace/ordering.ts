/** Ordering: loaded when somebody does. */
export { CartTab } from './orders/CartTab.tsx';
export { OrdersTab } from './orders/OrdersTab.tsx';
