/** Origin of the portal, for URLs that are printed or scanned. */
import type { Ctx } from './context.ts';

/** Returns `PUBLIC_URL`, or the origin of the request if it is not set, without a trailing slash. */
export const originOf = (ctx: Pick<Ctx, 'publicUrl' | 'header'>): string => ctx.publicUrl ?? `http://${ctx.header('host') ?? 'localhost'}`;
