/** Queries to refetch after an order has changed. */
import { orders } from '@fundus/contract/marketplace/orders';

export const ORDER_READS = { refreshes: [orders.cart, orders.orders, orders.order] };
