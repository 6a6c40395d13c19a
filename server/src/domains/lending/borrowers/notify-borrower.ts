/** Notifies borrowers through their account, or private borrowers by e-mail. */
import type { Db } from '../../../db/open.ts';
import { notifyPerson, writeMail, type MailContext, type Message } from '../../mails/index.ts';
import { findPrivate } from './private-repository.ts';
import type { BorrowerIds } from './borrower.ts';

/** Notifies a borrower. Does nothing if the account was deleted or the address is unknown. */
export async function notifyBorrower(at: MailContext, { person_id, private_id }: BorrowerIds, message: Message): Promise<void> {
  if (person_id !== null) await notifyPerson(at, person_id, message);
  else if (private_id !== null) await notifyPrivate(at, private_id, message);
}

/** Returns the recipient of a mail to a private borrower. Without an account, the mail contains no links to the portal. */
async function findPrivateReader(db: Db, id: string) {
  const known = await findPrivate(db, id);
  return known === undefined || known.email === '' ? null : { id: null, email: known.email, name: known.name, locale: null };
}

/** Returns whether a private borrower has an e-mail address. */
export const hasAddress = async (db: Db, private_id: string): Promise<boolean> => (await findPrivateReader(db, private_id)) !== null;

async function notifyPrivate(at: MailContext, id: string, { template, compose }: Message): Promise<void> {
  const reader = await findPrivateReader(at.db, id);
  if (!reader) return;
  await writeMail(at, reader, {
    template,
    compose: (t, language, name) => {
      const { body, ...content } = compose(t, language, name);
      return { ...content, body: body.filter(({ kind }) => kind !== 'link') };
    },
  });
}
