/** What news are (docs/behaviour/news.md#states). Pure. */

/** Who reads them; guests read what is public, where the portal is open to them. For screens and calls alike. */
export const newsGate = { access: 'user', codes: true, guests: 'mediaCentre' } as const;

/** As they are kept; what time makes of them is worked out: `newsState`. */
export type NewsStage = 'draft' | 'in_review' | 'published' | 'archived';
export const NEWS_STATES = ['draft', 'in_review', 'scheduled', 'published', 'expired', 'archived'] as const;
export type NewsState = (typeof NEWS_STATES)[number];
/** Whom they are for: everybody, also guests where these may read news; a district; some of its schools; one school; some of its classes. */
export const NEWS_AUDIENCES = ['public', 'district', 'schools', 'school', 'classes'] as const;
export type NewsAudience = (typeof NEWS_AUDIENCES)[number];
/** Of a district, or of a school: who speaks. The audiences of each. */
export const AUDIENCES_OF = { district: ['public', 'district', 'schools'], school: ['school', 'classes'] } as const satisfies Record<
  string,
  readonly NewsAudience[]
>;
export const isOfSchool = (audience: string): boolean => (AUDIENCES_OF.school as readonly string[]).includes(audience);
/** … and which of the people there. `teacher`: everybody who works there. */
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
/** Pinned ones of one audience. */
export const MAX_PINNED = 3;
export const MAX_ATTACHMENTS = 5;
export const MAX_TARGETS = 100;
export const MAX_CATEGORIES = 20;
/** Days from now they may be put off until. */
export const NEWS_DAYS_AHEAD = 366;

/** Pictures, of the cover and in the text, and files to take along. */
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

/** A category in the address: no digits only, those are news (docs/behaviour/access.md#ambiguous-routes). */
export const CATEGORY_SLUG = /^[a-z][a-z0-9-]{0,39}$/;
/** Where a file of news is had, and what a picture in a text may point to. */
export const newsFileHref = (file: string): string => `/api/v1/news/files/${file}`;

type Stored = { stage: string; display_at: Date; expires_at: Date | null };

/** Where news stand at a moment: their beginning and their end come by themselves. */
export function newsState({ stage, display_at, expires_at }: Stored, now: Date): NewsState {
  if (stage !== 'published') return stage as NewsStage;
  if (display_at > now) return 'scheduled';
  return expires_at !== null && expires_at <= now ? 'expired' : 'published';
}
