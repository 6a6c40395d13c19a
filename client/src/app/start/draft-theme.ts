/** Loads the draft of the theme, for administrators who preview it (`?theme=draft`). */
import { setupAdmin } from '@fundus/contract/setup/admin';
import type { Theme } from '@fundus/contract/setup/theme';
import { call } from '../../api/call.ts';

/** Returns the draft theme, or `null` if there is none. */
export const loadDraft = async (): Promise<Theme | null> => (await call(setupAdmin.themeStates)).draft?.theme ?? null;
