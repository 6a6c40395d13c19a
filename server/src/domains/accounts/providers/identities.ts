/** Manages linked identity providers on the account page (docs/behaviour/accounts.md#identity-providers). */
import type { Identities } from '@fundus/contract/accounts/providers';
import { AppError } from '@fundus/contract/errors';
import { traitsOf } from '@fundus/contract/portal-types';
import { href } from '@fundus/contract/screens';
import type { Portal, Services, UserCtx } from '../../../http/context.ts';
import { notifyPerson, simpleMail } from '../../mails/index.ts';
import { findOwnAccount } from '../repository.ts';
import { listIdentities, removeIdentities } from './provider-repository.ts';

/**
 * Returns whether the portal offers to link accounts, which only partner portals do (docs/behaviour/access.md#portal-types). All portals display
 * existing links and let users remove them.
 */
export const canLinkAccounts = ({ config }: Pick<Portal, 'config'>): boolean => traitsOf(config).linkedAccounts;

const nameOf = (ctx: Pick<Services, 'oidc'>, provider: string): string =>
  ctx.oidc.find(({ settings }) => settings.id === provider)?.settings.name ?? provider;

export async function readIdentities(ctx: UserCtx<'oidc'>): Promise<Identities> {
  const rows = await listIdentities(ctx.db, ctx.user.id);
  return {
    items: rows.map((row) => ({
      provider: row.provider,
      name: nameOf(ctx, row.provider),
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    })),
    others: (canLinkAccounts(ctx) ? ctx.oidc : []).flatMap(({ settings: { id, name } }) =>
      rows.some((row) => row.provider === id) ? [] : [{ provider: id, name }],
    ),
  };
}

/** Unlinks a provider. Throws `not_found` if it is not linked, and `state_conflict` if it is the user's last way to sign in. */
export async function removeIdentity(ctx: UserCtx<'oidc'>, provider: string): Promise<Identities> {
  const { items } = await readIdentities(ctx);
  if (!items.some((item) => item.provider === provider)) throw new AppError('not_found');
  const own = await findOwnAccount(ctx.db, ctx.user.id);
  // A provider that is no longer configured does not count as a way to sign in.
  const others = items.filter((item) => item.provider !== provider && ctx.oidc.some(({ settings }) => settings.id === item.provider));
  if (others.length === 0 && !own?.password_hash) throw new AppError('state_conflict', { details: { reason: 'last_way' } });
  await removeIdentities(ctx.db, ctx.user.id, provider);
  await notifyPerson(
    ctx,
    ctx.user.id,
    simpleMail('portalUnlinked', { portal: nameOf(ctx, provider) }, href('account', { section: 'security' })),
  );
  return readIdentities(ctx);
}
