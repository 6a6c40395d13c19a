/** Key of the sentence that describes the portal, by its type. */
import type { FrontendConfig } from '@fundus/contract/config';

export const aboutKey = ({ Type }: Pick<FrontendConfig, 'Type'>) => (Type ? (`login.about.text.${Type}` as const) : 'login.about.text');
