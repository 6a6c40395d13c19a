/** States, audiences and limits of news (docs/behaviour/news.md#states). */

/** Access rule for reading news, shared by screens and endpoints. Guests can read public news if the portal type allows it. */
export const newsGate = { access: 'user', codes: true, guests: 'mediaCentre' } as const;

/** Stage as stored. `newsState` derives the displayed state from the stage and the dates. */
export type NewsStage = 'draft' | 'in_review' | 'published' | 'archived';
export const NEWS_STATES = ['draft', 'in_review', 'scheduled', 'published', 'expired', 'archived'] as const;
export type NewsState = (typeof NEWS_STATES)[number];
/**
 * Audiences, from largest to smallest: everyone including guests, a district, some schools of the district, one school, some classes of the school.
 */
export const NEWS_AUDIENCES = ['public', 'district', 'schools', 'school', 'classes'] as const;
export type NewsAudience = (typeof NEWS_AUDIENCES)[number];
/** Audiences that each kind of publisher can choose. */
export const AUDIENCES_OF = { district: ['public', 'district', 'schools'], school: ['school', 'classes'] } as const satisfies Record<
  string,
  readonly NewsAudience[]
>;
export const isOfSchool = (audience: string): boolean => (AUDIENCES_OF.school as readonly string[]).includes(audience);
/** Roles within the audience. `teacher` includes all staff. */
export const NEWS_ROLES = ['all', 'teacher', 'learner'] as const;
export const NEWS_NOTIFY = ['none', 'portal', 'mail'] as const;
export const NEWS_STEPS = ['submit', 'publish', 'send_back', 'archive', 'restore'] as const;
export type NewsStep = (typeof NEWS_STEPS)[number];

export const NEWS_TITLE = 160;
export const NEWS_TEASER = 300;
export const NEWS_BODY = 20_000;
export const NEWS_ALT = 300;
export const NEWS_COMMENT = 1_000;
export const NEWS_PAGE = 12;
/** Maximum number of pinned news items per audience. */
export const MAX_PINNED = 3;
export const MAX_ATTACHMENTS = 5;
export const MAX_TARGETS = 100;
export const MAX_CATEGORIES = 20;
/** Maximum number of days that publication can be scheduled ahead. */
export const NEWS_DAYS_AHEAD = 366;

/** Size limits in bytes and accepted types. `picture` applies to covers and pictures in the text. */
export const NEWS_FILES = {
  picture: { bytes: 2_000_000, types: ['image/jpeg', 'image/png', 'image/webp'] },
  attachment: {
    bytes: 10_000_000,
    types: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.oasis.opendocument.text',
      'image/png',
      'image/jpeg',
    ],
  },
} as const;
export type NewsFileKind = keyof typeof NEWS_FILES;

/**
 * Format of a category in addresses. A slug starts with a letter, so that it differs from a numeric news id
 * (docs/behaviour/access.md#ambiguous-routes).
 */
export const CATEGORY_SLUG = /^[a-z][a-z0-9-]{0,39}$/;
/** Returns the address of a news file. Texts can only contain pictures with such an address. */
export const newsFileHref = (file: string): string => `/api/v1/news/files/${file}`;

type Stored = { stage: string; display_at: Date; expires_at: Date | null };

/** Returns the state of a news item at the given time. */
export function newsState({ stage, display_at, expires_at }: Stored, now: Date): NewsState {
  if (stage !== 'published') return stage as NewsStage;
  if (display_at > now) return 'scheduled';
  return expires_at !== null && expires_at <= now ? 'expired' : 'published';
}
