/** URLs of the desk pages. */
import { href } from '@fundus/contract/screens';

/** Returns the URL of the page of a borrower. The page scrolls to `order` if it is set. */
export const borrowerHref = (id: string, point: string, order = ''): string => href('lending-borrower', { id }, { point, order });
export const deviceHref = (id: string): string => href('lending-device', { id });
