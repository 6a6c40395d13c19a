import type { reviews } from '@fundus/contract/reviews/reviews';
import type { Handlers } from '../../http/implement.ts';
import { readReports, reportProblem, decideReport } from './reports.ts';
import {
  decideReview,
  flagReview,
  readFlagged,
  readReviews,
  recommendMedium,
  removeReview,
  withdrawRecommendation,
  writeReview,
} from './service.ts';
import { readWords, setWords } from './words.ts';

export const handlers: Handlers<typeof reviews> = {
  ofMedium: (ctx, { params, query }) => readReviews(ctx, params.mediaId, query),
  write: (ctx, { params, body }) => writeReview(ctx, params.mediaId, body),
  remove: (ctx, { params }) => removeReview(ctx, params.mediaId),
  flag: (ctx, { params }) => flagReview(ctx, params.id),
  recommend: (ctx, { params, body }) => recommendMedium(ctx, params.mediaId, body),
  unrecommend: (ctx, { params }) => withdrawRecommendation(ctx, params.mediaId),
  flagged: (ctx, { query }) => readFlagged(ctx, query),
  words: (ctx) => readWords(ctx),
  setWords: (ctx, { body }) => setWords(ctx, body),
  decide: (ctx, { params, body }) => decideReview(ctx, params.id, body.state),
  report: (ctx, { body }) => reportProblem(ctx, body),
  reports: (ctx, { query }) => readReports(ctx, query),
  settle: (ctx, { params, body }) => decideReport(ctx, params.id, body),
};
