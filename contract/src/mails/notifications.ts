/** Notifications that users can configure (docs/behaviour/mails.md#settings); all others are required. */
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

/** Delivery by mail: immediately, in a daily digest, or never. */
export const MAIL_CHOICES = ['now', 'daily', 'off'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** Returns whether a notification appears among the notices; news have their own list with unread marks. */
export const hasNotices = (name: Notification): boolean => name !== 'news';
