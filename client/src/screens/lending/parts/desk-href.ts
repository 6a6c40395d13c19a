/** URLs of the pages of the desk. */
import { href } from '@fundus/contract/screens';

/** Returns the URL of a borrower. `order`: order to which the page scrolls. */
export const borrowerHref = (id: string, point: string, order = ''): string => href('lending-borrower', { id }, { point, order });
export const deviceHref = (id: string): string => href('lending-device', { id });
