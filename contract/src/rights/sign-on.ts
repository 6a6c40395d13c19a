/** Rights on identity providers. District administrators are admitted; those of other districts cannot access the paused schools of a district. */
import type { signOn } from '../accounts/sign-on.ts';
import { DISTRICT, OF_THE_DISTRICT, type Right } from './marks.ts';

export const SIGN_ON_RIGHTS: Record<keyof typeof signOn, Right> = { list: DISTRICT, decide: OF_THE_DISTRICT, readMetadata: DISTRICT };
