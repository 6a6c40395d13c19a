/** Mails for invited people. */
import type { InvitationRole } from '@fundus/contract/invitations/invitations';
import { dateLocale } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import type { ValueOf } from '../../db/tables.ts';
import type { Ctx } from '../../http/context.ts';
import { findAccountAt } from '../accounts/index.ts';
import { type Message, mailUnknownAddress } from '../mails/index.ts';

type Source = Pick<Ctx, 'db' | 'config' | 'now' | 'secret'>;
type Invited = {
  id: string;
  email: string | null;
  vorname: string;
  name: string;
  role: ValueOf<'invitation', 'role'>;
  expires_on: string;
  message: string;
  /** Name of the school, or of the district if the invitation is to its staff. */
  place_name: string;
  class_name: string | null;
};

/** Mail templates, each for a school and for a class. */
const TEMPLATES = {
  invitation: ['invitation', 'classInvitation'],
  reminder: ['invitationReminder', 'classInvitationReminder'],
} as const;

/**
 * Sends an invitation or its reminder in the language of the account. The mail contains the inviter's message only if the address has an account.
 * Other recipients read it after opening the link, so that the portal cannot be used to mail texts to strangers.
 */
export async function sendInvitation(source: Source, row: Invited, templateKey: keyof typeof TEMPLATES): Promise<void> {
  if (!row.email) return;
  const account = await findAccountAt(source.db, row.email);
  const template = TEMPLATES[templateKey][row.class_name === null ? 0 : 1];
  const compose: Message['compose'] = (t, language) => {
    const date = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${row.expires_on}T00:00:00Z`),
    );
    const values = {
      school: row.place_name,
      class: row.class_name ?? '',
      role: t(`invitations.role.${row.role as InvitationRole}`),
      date,
    };
    return {
      subject: t(`mail.${template}.subject`, values),
      body: [
        { kind: 'text', text: t(`mail.${template}.text`, values) },
        ...(row.message === ''
          ? []
          : account
            ? [{ kind: 'quote' as const, text: row.message }]
            : [{ kind: 'text' as const, text: t('mail.invitation.message') }]),
        { kind: 'link', label: t('mail.invitation.action'), href: href('invitation', { id: row.id }) },
      ],
      values,
    };
  };
  await mailUnknownAddress(
    source,
    { email: row.email, vorname: row.vorname, name: row.name, locale: account?.locale ?? null },
    { template, compose },
    'account',
  );
}
