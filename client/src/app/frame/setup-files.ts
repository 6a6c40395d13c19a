/** Pictures the administrator chooses. */
import { setup } from '@fundus/contract/setup/setup';

export const logoFooterHref = setup.logoFooter.path;
