/** Endpoints to refetch after a change of an order. */
import { orders } from '@fundus/contract/marketplace/orders';

export const ORDER_READS = { refreshes: [orders.cart, orders.orders, orders.order] };
