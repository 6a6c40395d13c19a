/** A credential used on the device: of an account, a learner code, a share link with a password, or of any learner code. */
export type DeviceSubject = { person: string } | { code: string } | { link: string } | 'learner-codes';
