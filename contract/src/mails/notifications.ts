/** Notifications that users can configure (docs/behaviour/mails.md#settings). All other mails are required. */
export const NOTIFICATIONS = [
  'registrations',
  'assignments',
  'help',
  'lists',
  'shared',
  'licences',
  'lending',
  'news',
  'reports',
  'schoolYear',
  'searches',
] as const;
export type Notification = (typeof NOTIFICATIONS)[number];

/** Ways of sending a notification by mail: immediately, in a daily digest, or never. */
export const MAIL_CHOICES = ['now', 'daily', 'off'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** Returns whether a notification appears in the list of notices. News has its own list. */
export const hasNotices = (name: Notification): boolean => name !== 'news';
