/** Sections of `/account/{section?}`; the first is the one without a name in the address. */
export const ACCOUNT_SECTIONS = ['profile', 'security', 'notifications', 'data'] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];
