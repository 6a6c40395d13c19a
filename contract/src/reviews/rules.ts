/** Limits of reviews, recommendations and reports (docs/behaviour/reviews.md). */
export const CRITERIA = ['correct', 'fitting', 'technical', 'material'] as const;
export type Criterion = (typeof CRITERIA)[number];

export const REVIEW_STATES = ['draft', 'published', 'flagged', 'hidden'] as const;
export const REPORT_REASONS = ['content', 'broken', 'licence', 'accessibility', 'advertising', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const REPORT_STATES = ['new', 'checked', 'fixed', 'rejected'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const MAX_REVIEW = 1_500;
export const MAX_REPORT = 3_000;
/** Minimum number of reviews before an average is shown. */
export const MIN_REVIEWS = 3;
/** Number of objections that hide a review until an editor has checked it. */
export const FLAGS_TO_HIDE = 3;

/** Allowed state transitions of a report. Closed reports can be reopened. */
const NEXT: Record<ReportState, readonly ReportState[]> = {
  new: ['checked', 'fixed', 'rejected'],
  checked: ['fixed', 'rejected'],
  fixed: ['checked'],
  rejected: ['checked'],
};
export const canChangeReportState = (from: ReportState, to: ReportState): boolean => NEXT[from].includes(to);
export const nextReportStates = (from: ReportState): readonly ReportState[] => NEXT[from];
