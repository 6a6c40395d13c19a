/** Mails a person may switch off (behaviour.md 5.17); the others are required. */
export const NOTIFICATIONS = ['registrations', 'licences', 'news', 'reports', 'schoolYear', 'searches'] as const;
export type Notification = (typeof NOTIFICATIONS)[number];
