/** Sections of `/account/{section?}`; the first is shown if the address names none. */
export const ACCOUNT_SECTIONS = ['profile', 'security', 'notifications', 'data'] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];
