/** Decisions on orders that can be undone until the borrower is notified (docs/behaviour/lending.md#orders). */
import { z } from 'zod';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { addJob } from '../../../jobs/repository.ts';
import type { Worker } from '../../../jobs/runner.ts';
import { lockModels } from '../allocation/booking.ts';
import type { LineRow } from '../allocation/order-repository.ts';
import { makeUndoableDecision, type DelayedMessages } from '../../mails/index.ts';
import { offerWaiting } from './offers.ts';
import { listDecidedLines, type DecidedLine } from './undo-decision-repository.ts';

export type BeforeDecision = { reason: string; decided: 'approved' | 'rejected'; lines: DecidedLine[] };

export const decisionOn = (orderId: string): string => `lending:${orderId}`;

/**
 * Makes a decision on lines of an order that can be undone. Stores the lines before `decide` changes them. A later decision on other lines of the
 * order is separate and has its own mail.
 */
export async function decideLines(
  ctx: UserCtx,
  { id, reason }: { id: string; reason: string },
  decided: BeforeDecision['decided'],
  lines: readonly LineRow[],
  decide: (delayed: DelayedMessages) => Promise<unknown>,
): Promise<void> {
  const before = await listDecidedLines(
    ctx.db,
    lines.map((line) => line.id),
  );
  await makeUndoableDecision<BeforeDecision>(ctx, decisionOn(id), { reason, decided, lines: before }, decide, { replaces: false });
}

export const OFFERS_JOB = 'lending-offers';
const Payload = z.object({ model: z.uuid() });

/** Offers the devices of rejected lines to the waiting list as soon as the rejection is final. */
export async function queueOffers(ctx: UserCtx, lines: readonly LineRow[], delayed: DelayedMessages): Promise<void> {
  for (const model of new Set(lines.map(({ model_id }) => model_id)))
    delayed.jobs.push(await addJob(ctx.db, { kind: OFFERS_JOB, payload: { model }, now: ctx.now, due: delayed.until }));
}

export const offersWorker =
  (portal: Pick<Portal, 'db' | 'config' | 'now'>): Worker =>
  (payload) =>
    portal.db.transaction().execute(async (db) => {
      const { model } = Payload.parse(payload);
      const ctx = { db, config: portal.config, now: portal.now() };
      await lockModels(ctx, [model]);
      await offerWaiting(ctx, model);
    });
