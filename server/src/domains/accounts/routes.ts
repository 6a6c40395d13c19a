import type { accounts } from '@fundus/contract/accounts';
import type { Handlers } from '../../http/implement.ts';
import { switchView } from './service.ts';
import { beginSession, checkCredentials } from './sign-in.ts';

type Checked = Awaited<ReturnType<typeof checkCredentials>>;

export const handlers: Handlers<typeof accounts> = {
  userinfo: ({ user }) => user ?? false,
  login: {
    before: (ctx, { body }) => checkCredentials(ctx, body),
    write: (ctx, { body }, checked: Checked) => beginSession(ctx, { ...checked, stay: body.stay }),
  },
  logout: (ctx) => {
    if (ctx.user) ctx.changeSession({ end: true });
    return { ok: true };
  },
  advancedView: (ctx, { body }) => switchView(ctx, body.advanced),
};
