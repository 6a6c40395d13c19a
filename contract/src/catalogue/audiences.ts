/** Audiences of a licence: everyone, staff, or learners. */
export const LICENCE_AUDIENCES = ['all', 'teacher', 'student'] as const;

export type LicenceAudience = (typeof LICENCE_AUDIENCES)[number];
