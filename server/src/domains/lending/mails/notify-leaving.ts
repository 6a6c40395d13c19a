/** Notifies borrower and desk once if an account with loans, orders or debts will soon be deleted (docs/behaviour/accounts.md#obligations). */
import { href } from '@fundus/contract/screens';
import { fullName } from '@fundus/contract/people/full-name';
import { findReader, notifyPerson, writeMail, type MailContext, type Message, type Translate } from '../../mails/index.ts';
import { listLeaving, listObligations } from '../borrowers/obligation-repository.ts';
import { findPoint } from '../points/point-repository.ts';
import { listDeskRecipients } from './remind-repository.ts';
import { placeWords } from './notify.ts';

type Obligations = Awaited<ReturnType<typeof listObligations>>;
const formatObligations = (t: Translate, owed: Obligations): string =>
  owed.map(({ kind, count }) => `– ${t(`mail.lendingLeaving.${kind}`, { count })}`).join('\n');

export async function notifyLeaving(at: MailContext): Promise<void> {
  for (const { id, point_id, since } of await listLeaving(at)) {
    const [point, reader] = [await findPoint(at.db, point_id), await findReader(at.db, id)];
    if (!point || !reader) continue;
    const owed = (await listObligations(at, [id])).filter(({ place }) => place === point.name);
    const once = `leaving:${id}:${point_id}:${since.toISOString()}`;
    const values = { borrower: fullName(reader), point: point.name };
    const body = (t: Translate, template: 'lendingLeaving' | 'lendingLeavingDesk', name: string) => [
      { kind: 'text' as const, text: t(`mail.${template}.text`, { ...values, name }) },
      { kind: 'text' as const, text: formatObligations(t, owed) },
    ];
    await notifyPerson(at, id, {
      template: 'lendingLeaving',
      once,
      compose: (t, _language, name) => ({
        subject: t('mail.lendingLeaving.subject', values),
        body: [...body(t, 'lendingLeaving', name), { kind: 'text', text: placeWords(point) }],
      }),
    });
    const toDesk: Message = {
      template: 'lendingLeavingDesk',
      once,
      compose: (t, _language, name) => ({
        subject: t('mail.lendingLeavingDesk.subject', values),
        body: [
          ...body(t, 'lendingLeavingDesk', name),
          { kind: 'link', label: t('mail.lendingOrdered.open'), href: href('tech-rental', {}, { point: point.id, tab: 'desk' }) },
        ],
      }),
    };
    for (const one of await listDeskRecipients(at.db, point)) if (one.id !== id) await writeMail(at, one, toDesk);
  }
}
