/** Entry point of the components for ordering, loaded on demand. */
export { CartTab } from './orders/CartTab.tsx';
export { OrdersTab } from './orders/OrdersTab.tsx';
