/** Pictures the administrator chooses. */
import { setup } from '@fundus/contract/setup';

export const logoFooterHref = setup.logoFooter.path;
