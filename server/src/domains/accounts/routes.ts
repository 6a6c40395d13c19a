import type { accounts } from '@fundus/contract/accounts';
import type { Handlers } from '../../http/implement.ts';
import { signIn, switchView } from './service.ts';

export const handlers: Handlers<typeof accounts> = {
  userinfo: ({ user }) => user ?? false,
  login: (ctx, { body }) => signIn(ctx, body),
  logout: (ctx) => {
    if (ctx.user) ctx.changeSession({ end: true });
    return { ok: true };
  },
  advancedView: (ctx, { body }) => switchView(ctx, body.advanced),
};
