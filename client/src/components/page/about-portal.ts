/** Returns the message key of the sentence that describes the portal, which depends on its type. */
import type { FrontendConfig } from '@fundus/contract/config';

export const aboutKey = ({ Type }: Pick<FrontendConfig, 'Type'>) => (Type ? (`login.about.text.${Type}` as const) : 'login.about.text');
