/** Who may ask what of the portals people come from: administrators of districts, and of schools that wait only the own one's. */
import type { signOn } from '../accounts/sign-on.ts';
import { DISTRICT, OF_THE_DISTRICT, type Right } from './marks.ts';

export const SIGN_ON_RIGHTS: Record<keyof typeof signOn, Right> = { list: DISTRICT, decide: OF_THE_DISTRICT, readMetadata: DISTRICT };
