/** Mails a person may switch off (docs/behaviour/mails.md#mails); the others are required. */
export const NOTIFICATIONS = ['registrations', 'licences', 'lending', 'news', 'reports', 'schoolYear', 'searches'] as const;
export type Notification = (typeof NOTIFICATIONS)[number];
