/** The address people have the portal under, for what is printed or shown to be scanned. */
import type { Ctx } from './context.ts';

/** Without a slash at the end: the operator's, else as the request came. */
export const originOf = (ctx: Pick<Ctx, 'publicUrl' | 'header'>): string => ctx.publicUrl ?? `http://${ctx.header('host') ?? 'localhost'}`;
