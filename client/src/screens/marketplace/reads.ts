/** What is out of date once an order has moved. */
import { orders } from '@fundus/contract/marketplace/orders';

export const ORDER_READS = { refreshes: [orders.cart, orders.orders, orders.order] };
