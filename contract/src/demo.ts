/** Credentials of the demo accounts. They exist only if the demo data is loaded, and the sign-in page then lists them. */
export const DEMO_PASSWORD = 'demo-schule-2026';

export const DEMO_ACCOUNTS = [
  { login: 'lehrkraft@demo.example', kind: 'teacher' },
  { login: 'schueler@demo.example', kind: 'student' },
  { login: 'schuladmin@demo.example', kind: 'schoolAdmin' },
  { login: 'kreisadmin@demo.example', kind: 'districtAdmin' },
  { login: 'verleih@demo.example', kind: 'lending' },
] as const;

/** Code of a share link to a media list of the demo teacher. */
export const DEMO_LINK_CODE = 'WLKX-4H7P';

/** Learner code in the demo class. */
export const DEMO_LEARNER_CODE = 'DGKM-3PRT-7HWX';
