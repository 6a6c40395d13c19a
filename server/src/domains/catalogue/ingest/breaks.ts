/** Hyphenates texts without stored soft hyphens, which belong to old records or were edited by hand. Runs hourly. */
import type { Portal } from '../../../http/context.ts';
import { invalidateCards } from '../cards.ts';
import { listWithoutBreaks, storeBreaks } from './breaks-repository.ts';
import { findBreaks } from '../hyphens.ts';

const PAGE = 1_000;

export async function fillBreaks({ db, search }: Pick<Portal<'search'>, 'db' | 'search'>): Promise<void> {
  for (;;) {
    const rows = await listWithoutBreaks(db, PAGE);
    if (rows.length === 0) return;
    await storeBreaks(
      db,
      rows.map((row) => ({ ...row, breaks: findBreaks(row) })),
    );
    invalidateCards(
      search,
      rows.map((row) => row.identifier),
    );
  }
}
