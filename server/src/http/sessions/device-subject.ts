/** Credential for which a device can be remembered: of an account, a learner code, a share link with a password, or any learner code. */
export type DeviceSubject = { person: string } | { code: string } | { link: string } | 'learner-codes';
