/** Sections of `/account/{section?}`. The first section is the default. */
export const ACCOUNT_SECTIONS = ['profile', 'security', 'notifications', 'data'] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];
