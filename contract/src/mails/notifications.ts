/** What a person is told of and may set (docs/behaviour/mails.md#settings); everything else is required. */
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

/** By mail: as soon as it happens, in one mail a day, or not at all. */
export const MAIL_CHOICES = ['now', 'daily', 'off'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** News have a place of their own in the portal, which says which are unread. */
export const hasNotices = (name: Notification): boolean => name !== 'news';
