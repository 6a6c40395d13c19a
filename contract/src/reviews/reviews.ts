/** Endpoints for reviews of media by teachers, recommendations by editors, and reports of errors (docs/behaviour/reviews.md). */
import { z } from 'zod';
import { byId, byMediaId, count, day, emailOrEmpty, identifier, line, moment, text, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { MAX_REPORT, MAX_REVIEW, REPORT_REASONS, REPORT_STATES, REVIEW_STATES } from './rules.ts';

export * from './rules.ts';

const stars = z.int().min(1).max(5);

const criteria = {
  correct: stars.nullable().default(null),
  fitting: stars.nullable().default(null),
  technical: stars.nullable().default(null),
  material: stars.nullable().default(null),
};

/** Fields of a review that its author fills in. */
export const ReviewText = z.object({
  stars,
  ...criteria,
  /** Codes of the subject and grade in which the author used the medium; '' if not stated. */
  subject: text(20).default(''),
  grade: text(20).default(''),
  text: text(MAX_REVIEW).default(''),
  tips: text(MAX_REVIEW).default(''),
  /** Shows the author's initials; otherwise the review is anonymous. */
  initials: z.boolean().default(false),
  state: z.enum(['draft', 'published']).default('published'),
});
export type ReviewText = z.output<typeof ReviewText>;

/** A review as displayed to other users. */
export const Review = z.object({
  id: z.uuid(),
  stars,
  correct: stars.nullable(),
  fitting: stars.nullable(),
  technical: stars.nullable(),
  material: stars.nullable(),
  /** Subject with its German label; null if not stated. */
  subject: z.object({ code: z.string(), label: z.string() }).nullable(),
  /** Code of the grade level; '' if not stated. */
  grade: z.string(),
  text: z.string(),
  tips: z.string(),
  /** Initials of the author; null if the review is anonymous. */
  by: z.string().nullable(),
  changed_at: moment,
  can: z.object({ flag: z.boolean() }),
});
export type Review = z.output<typeof Review>;

export const OwnReview = ReviewText.extend({ id: z.uuid(), state: z.enum(REVIEW_STATES) });
export type OwnReview = z.output<typeof OwnReview>;

export const Recommendation = z.object({
  text: text(MAX_REVIEW).min(1),
  curriculum: text(MAX_REVIEW).default(''),
  lessons: text(MAX_REVIEW).default(''),
  valid_until: day.nullable().default(null),
});
export type Recommendation = z.output<typeof Recommendation>;

export const ReviewsOfMedium = pageOf(Review).extend({
  /** Average number of stars, rounded to one decimal; null if there are too few reviews. */
  average: z.number().nullable(),
  /** Average rating per criterion; null if too few reviews rate it. */
  criteria: z.object({
    correct: z.number().nullable(),
    fitting: z.number().nullable(),
    technical: z.number().nullable(),
    material: z.number().nullable(),
  }),
  recommendation: Recommendation.nullable(),
  own: OwnReview.nullable(),
  /** `open` is true if the user must open the medium before reviewing it. */
  can: z.object({ read: z.boolean(), review: z.boolean(), open: z.boolean(), recommend: z.boolean() }),
});
export type ReviewsOfMedium = z.output<typeof ReviewsOfMedium>;

/** A review waiting for a decision by an editor, who does not see its author. */
export const FlaggedReview = z.object({
  id: z.uuid(),
  medium: z.object({ identifier: z.string(), fn_titel: z.string() }),
  stars,
  text: z.string(),
  tips: z.string(),
  flags: count,
  state: z.enum(REVIEW_STATES),
  changed_at: moment,
});
export type FlaggedReview = z.output<typeof FlaggedReview>;

export const Report = z.object({
  id: z.uuid(),
  medium: z.object({ identifier: z.string(), fn_titel: z.string(), there: z.boolean() }),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  /** Name and school of the reporting user, or the mail address a guest entered; null for an anonymous report. */
  by: z.string().nullable(),
  answerable: z.boolean(),
  state: z.enum(REPORT_STATES),
  answer: z.string(),
  at: moment,
});
export type Report = z.output<typeof Report>;

export const MAX_WORDS = 1_000;
export const MAX_WORD = 60;

/** An entry of one or several words in the word list. */
const ListedWord = line(MAX_WORD).refine((word) => /\p{L}/u.test(word), { message: 'letters' });

/** The word list of a district. `defaults` is the built-in list. */
export const ReviewWords = z.object({
  words: z.array(z.string()),
  defaults: z.array(z.string()),
  version: version.min(0),
  changed_at: moment.nullable(),
});
export type ReviewWords = z.output<typeof ReviewWords>;

export const reviews = {
  ofMedium: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/of/{mediaId}',
    summary: 'Average rating and recommendation of a medium; for teachers also reviews of others, latest first',
    access: 'user',
    guests: 'always',
    params: byMediaId,
    query: z.object(page),
    reply: ReviewsOfMedium,
  }),
  write: endpoint({
    method: 'PUT',
    path: '/api/v1/reviews/of/{mediaId}',
    summary: "Create or change the user's review of a medium",
    access: 'teacher',
    params: byMediaId,
    body: ReviewText,
    reply: OwnReview,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/reviews/of/{mediaId}',
    summary: "Delete the user's review",
    access: 'teacher',
    params: byMediaId,
    reply: done,
  }),
  flag: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/{id}/flag',
    summary: 'Flag a review; three flags hide it until an editor has decided. Idempotent',
    access: 'teacher',
    params: byId,
    reply: done,
  }),
  recommend: endpoint({
    method: 'PUT',
    path: '/api/v1/reviews/recommendation/{mediaId}',
    summary: 'Recommend a medium, as a catalogue editor or district administrator',
    access: 'user',
    params: byMediaId,
    body: Recommendation,
    reply: Recommendation,
  }),
  unrecommend: endpoint({
    method: 'DELETE',
    path: '/api/v1/reviews/recommendation/{mediaId}',
    summary: 'Remove a recommendation',
    access: 'user',
    params: byMediaId,
    reply: done,
  }),
  flagged: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/flagged',
    summary: 'Reviews of the district to be decided by an editor, and with `hidden` those an editor hid',
    access: 'user',
    query: z.object({ ...page, hidden: z.stringbool().default(false) }),
    reply: pageOf(FlaggedReview),
  }),
  words: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/words',
    summary: 'Words that hold reviews of the district for an editor',
    access: 'districtAdmin',
    reply: ReviewWords,
  }),
  setWords: endpoint({
    method: 'PUT',
    path: '/api/v1/reviews/words',
    summary: 'Change the words that hold reviews of the district; existing reviews stay as they are',
    access: 'districtAdmin',
    body: z.object({ words: z.array(ListedWord).max(MAX_WORDS), version: version.min(0) }),
    reply: ReviewWords,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/{id}/decide',
    summary: 'Publish a review again, or hide it',
    access: 'user',
    params: byId,
    body: z.object({ state: z.enum(['published', 'hidden']) }),
    reply: done,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/v1/reports',
    summary: 'Report a problem of a medium to the catalogue editors; also for guests and learner codes, a few per hour',
    access: 'user',
    guests: 'always',
    codes: true,
    body: z.object({
      mediaId: identifier,
      reason: z.enum(REPORT_REASONS),
      text: text(MAX_REPORT).default(''),
      /** Email address for the answer if the reporter is a guest. */
      email: emailOrEmpty.default(''),
      language: z.string().max(12).default('de'),
    }),
    reply: done,
  }),
  reports: endpoint({
    method: 'GET',
    path: '/api/v1/reports',
    summary: 'Reports for catalogue editors, latest first',
    access: 'user',
    query: z.object({ ...page, state: z.enum(['open', 'settled', 'all']).default('open') }),
    reply: pageOf(Report).extend({ open: count, flagged: count }),
  }),
  settle: endpoint({
    method: 'PATCH',
    path: '/api/v1/reports/{id}',
    summary: 'Settle a report; its author is notified',
    access: 'user',
    params: byId,
    body: z.object({ state: z.enum(REPORT_STATES), answer: text(MAX_REVIEW).default('') }),
    reply: Report,
  }),
};
