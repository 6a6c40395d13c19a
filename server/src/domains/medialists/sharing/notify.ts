/** Notifies colleagues of shared and archived lists (docs/behaviour/medialists.md#notices). */
import { fullName } from '@fundus/contract/people/full-name';
import { href } from '@fundus/contract/screens';
import type { UserCtx } from '../../../http/context.ts';
import { notifyPerson, simpleMail, type MailContext } from '../../mails/index.ts';
import type { ListRow } from '../repository.ts';

/** Keys of delayed messages. The message is withdrawn if the member is removed, or the list restored, before it is sent. */
export const membershipOf = (listId: string, personId: string): string => `list-member:${listId}:${personId}`;
export const archivingOf = (listId: string): string => `list-archive:${listId}`;

/** Notifies the given users, except for the acting user. */
export async function notifyOfList(
  ctx: UserCtx & Pick<MailContext, 'delayed'>,
  { id, title }: Pick<ListRow, 'id' | 'title'>,
  template: 'listShared' | 'listArchived',
  people: readonly string[],
): Promise<void> {
  const message = simpleMail(template, { title, by: fullName(ctx.user) }, href('medialist', { id }));
  for (const person of people) if (person !== ctx.user.id) await notifyPerson(ctx, person, message);
  ctx.afterCommit(() => ctx.wakeJobs());
}
