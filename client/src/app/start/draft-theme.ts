/** Loaded only by an administrator who looks at the draft (`?theme=draft`). */
import { setupAdmin } from '@fundus/contract/setup/admin';
import type { Theme } from '@fundus/contract/setup/theme';
import { call } from '../../api/call.ts';

/** The draft, or null when there is none. */
export const loadDraft = async (): Promise<Theme | null> => (await call(setupAdmin.themeStates)).draft?.theme ?? null;
