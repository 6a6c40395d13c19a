/** Hourly: works out where the texts of records may be broken that were stored before that was done, or whose texts editors hold. */
import type { Portal } from '../../../http/context.ts';
import { forgetCards } from '../cards.ts';
import { listWithoutBreaks, storeBreaks } from './breaks-repository.ts';
import { findBreaks } from '../hyphens.ts';

const PAGE = 1_000;

export async function fillBreaks({ db, search }: Pick<Portal, 'db' | 'search'>): Promise<void> {
  for (;;) {
    const rows = await listWithoutBreaks(db, PAGE);
    if (rows.length === 0) return;
    await storeBreaks(
      db,
      rows.map((row) => ({ ...row, breaks: findBreaks(row) })),
    );
    forgetCards(
      search,
      rows.map((row) => row.identifier),
    );
  }
}
