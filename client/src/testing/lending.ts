/** Fixtures for lending, as the desk sees it. */
import type { Reply } from '@fundus/contract/endpoint';
import type { lendingBoard } from '@fundus/contract/lending/desk/desk-orders';
import type { LendingPoint } from '@fundus/contract/lending/points/points';

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
  ...{ pickup_grace: 2, renewals_max: 2, renewal_days: 7, remind_days: 1, overdue_days: [3, 8, 15], unavailable_step: 1, keep_days: 90 },
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
    signature: false,
    purpose_required: false,
    terms: '',
    terms_version: 0,
    version: 1,
  },
  can: { manage: true, desk: true, borrow: true },
  ...about,
});

/** Returns the counts of a desk without pending work. */
export const deskCounts = (about: Partial<Reply<typeof lendingBoard.desk>> = {}): Reply<typeof lendingBoard.desk> => ({
  ...{ today: '2026-03-04', orders: 0, tasks: 0, waiting: 0, damage: 0 },
  parts: { overdue: 0, requests: 0, pick_ups: 0, returns: 0, coming: 0, lent: 0 },
  steps: { unready: 0, ready: 0, unbriefed: 0, agreement: 0 },
  devices: { check: 0, repair: 0, expected: 0, lost: 0, inspection: 0, parts: 0, set_aside: 0 },
  ...about,
});
