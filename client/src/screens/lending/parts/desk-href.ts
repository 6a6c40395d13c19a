/** Addresses of the pages of the desk. */
import { href } from '@fundus/contract/screens';

/** `order`: the order the page shows first. */
export const borrowerHref = (id: string, point: string, order = ''): string => href('lending-borrower', { id }, { point, order });
export const deviceHref = (id: string): string => href('lending-device', { id });
