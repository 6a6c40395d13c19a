/** A lending point for tests, as the desk sees it. */
import type { LendingPoint } from '@fundus/contract/lending/points';

export const lendingPoint = (about: Partial<LendingPoint> = {}): LendingPoint => ({
  ...{ id: '019b0000-0000-7000-8000-0000000000aa', name: 'Ausleihe', of: 'school', address: '', email: '', phone: '', words: '' },
  ...{ week: Array.from({ length: 7 }, (_, i) => ({ open: i < 5, processed: i < 5, words: '' })), closures: [] },
  ...{
    advance_days: 1,
    horizon_days: 365,
    max_days: 14,
    max_days_on: [],
    mode: 'days',
    max_lessons: 4,
    timetable: [],
    most_lines: 20,
    buffer_before: 0,
    buffer_after: 0,
    same_day_turnaround: false,
    visits_max: null,
  },
  ...{ pickup_grace: 2, renewals_max: 2, renewal_days: 7, remind_days: 1, overdue_days: [3, 8, 15], keep_days: 90 },
  ...{
    approval: 'manual',
    open_to: 'everyone',
    open_schools: null,
    learners: false,
    learner_lines: 3,
    guests: false,
    by_post: false,
    private_borrowers: false,
    private_day_cents: 0,
    purpose_required: false,
    terms: '',
    terms_version: 0,
    version: 1,
  },
  can: { manage: true, desk: true, borrow: true },
  ...about,
});
