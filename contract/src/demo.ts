/** The demo accounts (they exist only where the demo is loaded; the sign-in page says so there). */
export const DEMO_PASSWORD = 'demo-schule-2026';

export const DEMO_ACCOUNTS = [
  { login: 'lehrkraft@demo.example', kind: 'teacher' },
  { login: 'schueler@demo.example', kind: 'student' },
  { login: 'schuladmin@demo.example', kind: 'schoolAdmin' },
  { login: 'kreisadmin@demo.example', kind: 'districtAdmin' },
  { login: 'verleih@demo.example', kind: 'lending' },
] as const;

/** The code of a link to a media list of the demo's teacher. */
export const DEMO_LINK_CODE = 'WLKX-4H7P';

/** The code of a learner of the demo class. */
export const DEMO_LEARNER_CODE = 'DGKM-3PRT-7HWX';
