/** Addresses of the pictures that the administrator has uploaded. */
import { setup } from '@fundus/contract/setup/setup';

export const logoFooterHref = setup.logoFooter.path;
