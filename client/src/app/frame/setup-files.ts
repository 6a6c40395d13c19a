/** Addresses of pictures the administrator has uploaded. */
import { setup } from '@fundus/contract/setup/setup';

export const logoFooterHref = setup.logoFooter.path;
