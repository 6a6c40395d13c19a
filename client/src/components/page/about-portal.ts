/** Key of the sentence that says what the portal is, by its type. */
import type { FrontendConfig } from '@fundus/contract/config';

export const aboutKey = ({ Type }: Pick<FrontendConfig, 'Type'>) => (Type ? (`login.about.text.${Type}` as const) : 'login.about.text');
