/** Whom a licence is for: everybody, those who teach or manage, those who learn. */
export const LICENCE_AUDIENCES = ['all', 'teacher', 'student'] as const;

export type LicenceAudience = (typeof LICENCE_AUDIENCES)[number];
